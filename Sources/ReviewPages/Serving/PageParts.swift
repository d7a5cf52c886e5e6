// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTMLTemplates
import Hummingbird
import JobQueue
import Logging
import ReviewContract
import ReviewServer

/// What the routes share.
struct PageParts: Sendable {
  let settings: PagesSettings
  let services: PagesServices
  let rights: RightsBook
  let sessions: SessionStore
  let links: LinkStore
  let logs: LogLibrary
  let reports: ReportLibrary
  let states: ExpiringCache<ReviewJob.ID, ReviewState?>
  let lives: ExpiringCache<ReviewJob.ID, LiveReview?>
  /// The names of branches with results, by the identity of their repository.
  let branches: ExpiringCache<String, [String]>
  /// At most some megabytes each.
  let branchFacts: ExpiringCache<BranchFacts.Key, BranchFacts>
  /// Reports that are read and rendered.
  let renderings = WorkLimit(places: 2, queue: 32)
  let searches = WorkLimit(places: 1, queue: 8)
  let signIns = WorkLimit(places: 8, queue: 32)
  /// Live pages have at most half of the connections.
  let streams: StreamLimit
  let log: Logger

  init(_ settings: PagesSettings, _ services: PagesServices, _ log: Logger) {
    let start = ContinuousClock.now
    let uptime: @Sendable () -> Duration = { ContinuousClock.now - start }
    self.settings = settings
    self.services = services
    self.log = log
    streams = StreamLimit(max(1, settings.limits.connections / 2))
    rights = RightsBook(
      clients: services.clients,
      isServed: { repository in
        services.forges().contains { $0.name == repository.forge && $0.serves(repository.name) }
      }, access: settings.access, uptime: uptime)
    sessions = SessionStore(values: services.values)
    links = LinkStore(values: services.values)
    logs = LogLibrary(
      services.logs, shared: services.sharedLogs, copies: services.copies, copyInterval: settings.pacing.state,
      partInterval: settings.pacing.interval, longestSearch: settings.pacing.search)
    reports = ReportLibrary(services.logs.reports)
    states = ExpiringCache(
      lifetime: settings.pacing.state, failureLifetime: settings.pacing.state, limit: 64, uptime: uptime)
    branches = ExpiringCache(lifetime: settings.pacing.records, limit: 1_000, uptime: uptime)
    branchFacts = ExpiringCache(
      lifetime: settings.pacing.records, failureLifetime: settings.pacing.state, limit: 16, uptime: uptime)
    lives = ExpiringCache(
      lifetime: settings.pacing.interval, failureLifetime: settings.pacing.interval, limit: 64, uptime: uptime)
  }

  var origin: String { settings.addresses.origin }

  /// Returns the page with what is around its contents.
  ///
  /// - Parameter path: where signing in returns to.
  func page(_ layout: PageLayout, _ context: PageContext, path: String) -> HTML {
    var layout = layout
    let kinds = Dictionary(
      services.forges().map { ($0.name, $0.kind.description?.name ?? $0.name) }
    ) { first, _ in first }
    layout.accounts = context.visitor.accounts.sorted { $0.key < $1.key }.map {
      PageLayout.Account(login: $1, forge: kinds[$0] ?? $0)
    }
    layout.formToken = context.visitor.formToken
    if services.forges().contains(where: { $0.signIn != nil && context.visitor.accounts[$0.name] == nil }) {
      let target = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      layout.signIn = "/sign-in?return=\(target)"
    }
    return PageTemplates.all.html("layout", layout)
  }

  func forge(_ name: String) -> DaemonForge? { services.forges().first { $0.name == name } }

  /// - Throws: ``PageRefusal``.
  func queue<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as QueueError {
      guard error.code != .notFound && error.code != .invalid else { throw PageRefusal.invalid(error.message) }
      log.failure("cannot read the queue for a page", error)
      throw PageRefusal.queue
    }
  }

  /// Returns whether a link shows a review.
  ///
  /// - Throws: ``PageRefusal``.
  func isValid(_ link: SecretToken, for job: ReviewJob.ID) async throws -> Bool {
    guard settings.linkLifetime() != nil else { return false }
    return try await queue { try await links.isValid(link, for: job) }
  }

  /// Returns the rights of the sender.
  ///
  /// - Throws: ``PageRefusal`` if it has none.
  func requireAccess(_ context: PageContext, to repository: RepositoryReference) async throws -> PageRights {
    switch await rights.answer(for: context.visitor, about: repository) {
    case .granted(let canWrite, let isPublic):
      return PageRights(canWrite: canWrite, isPublic: isPublic, isByLink: false)
    case .hidden: throw PageRefusal.notFound
    case .unknown: throw PageRefusal.unknown
    }
  }

  /// Returns the rights of the sender for one review, also by a link.
  ///
  /// - Throws: ``PageRefusal``.
  func requireAccess(_ context: PageContext, to job: ReviewJob) async throws -> PageRights {
    do {
      return try await requireAccess(context, to: job.pullRequest.repository)
    } catch {
      let repository = job.pullRequest.repository
      guard context.visitor.linkedReview == job.id, forge(repository.forge)?.serves(repository.name) == true else {
        throw error
      }
      return PageRights(canWrite: false, isPublic: false, isByLink: true)
    }
  }

  /// Whom a command is recorded for.
  ///
  /// - Throws: ``PageRefusal`` without write permission.
  func requireWriter(_ context: PageContext, of repository: RepositoryReference) async throws -> Attribution {
    guard let login = context.visitor.accounts[repository.forge],
      try await requireAccess(context, to: repository).canWrite
    else { throw PageRefusal.forbidden }
    return Attribution(person: "\(login) at \(repository.forge)", reason: nil)
  }
}

/// The rights of a visitor for a page.
struct PageRights: Hashable, Sendable {
  let canWrite: Bool
  /// Whether everyone may see it.
  let isPublic: Bool
  /// Whether only a link gives access, to one review.
  let isByLink: Bool
}
