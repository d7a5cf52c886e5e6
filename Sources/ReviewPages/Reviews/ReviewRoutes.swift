// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import Hummingbird
import JobQueue
import Reporting
import ReviewContract
import ReviewServer

/// `/r/ID`: a review, from its request to its report.
struct ReviewRoutes: Sendable {
  let parts: PageParts

  func add(to router: Router<PageContext>) {
    router.get("r/:id") { request, context in try await page(request, context) }
    router.get("r/:id/events") { request, context in try await events(request, context) }
    router.get("r/:id/log") { request, context in try await log(request, context) }
    router.get("r/:id/log.txt") { request, context in try await rawLog(request, context) }
  }

  /// Returns the review of a request that its sender may see.
  ///
  /// - Throws: ``PageRefusal``.
  func review(_ context: PageContext) async throws -> (state: ReviewState, rights: PageRights) {
    guard let id = ReviewJob.ID(path: context.parameters.get("id")) else { throw PageRefusal.notFound }
    // The rights come first: the state needs the log, which can be long.
    let queue = parts.services.queue
    guard let job = try await parts.queue({ try await queue.job(id) }), job.kind.isBuild else {
      throw PageRefusal.notFound
    }
    let rights = try await parts.requireAccess(context, to: job)
    guard let state = try await parts.queue({ try await parts.state(of: id) }) else { throw PageRefusal.notFound }
    return (state, rights)
  }

  /// The part of the page that changes.
  func stateView(_ state: ReviewState, _ report: Report?) -> ReviewStateView {
    ReviewStateView(
      state, verdict: report.map { ($0.verdictText, $0.verdict.isPassing) }, outages: parts.outages(of: state.job),
      isBrief: report != nil)
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let (state, rights) = try await review(context)
    let job = state.job
    let report: Report? =
      job.state.isFinished
      ? try await parts.renderings.run { try await parts.queue { try await parts.reports.report(of: job.id) } } : nil
    let isLive = !job.state.isFinished
    var lines: [LogLine] = []
    var events: String?
    if isLive {
      let end = try await parts.queue { try await parts.logs.place(of: .max, in: job.id) }
      let first = max(1, end.line - ReviewPage.tail)
      lines = try await parts.queue { try await parts.logs.lines(of: job.id, from: first, count: ReviewPage.tail) }
      let next = try await parts.queue {
        try await parts.logs.place(of: (lines.last?.number ?? 0) + 1, in: job.id)
      }
      events = "/r/\(job.id)/events?after=\(next.position)"
    }
    let body = try await parts.renderings.run { report.map { parts.services.document($0).body } }
    let page = ReviewPage(
      id: "\(job.id)", stateHTML: stateView(state, report).html,
      facts: ReviewPage.facts(job, parts.forge(job.pullRequest.repository.forge), report),
      actions: try await actions(state, rights, context), events: events, isLive: isLive,
      linesHTML: LogLine.rows(lines), earlier: lines.first.flatMap { $0.number > 1 ? $0.number - 1 : nil },
      log: state.index == nil ? nil : "/r/\(job.id)/log", reportHTML: body ?? "",
      hasReport: body != nil)
    let name = JobText.name(of: job)
    var layout = PageLayout(
      title: "\(name): \(report?.verdictText ?? job.state.rawValue)",
      place: JobText.place(of: job, nil, isByLink: rights.isByLink),
      content: PageTemplates.all.html("review", page))
    // A browser without scripts shows changes by loading the page again.
    layout.refresh = isLive ? 10 : nil
    layout.isReport = body != nil
    if body != nil { layout.scripts.append(PageAssets.reportScriptAddress) }
    layout.notice = PageForm.items(request.uri.query ?? "")["done"].flatMap { Self.notices[$0] }
    return .html(parts.page(layout, context, path: "/r/\(job.id)"))
  }

  /// What the buttons did. A text in the address is never shown.
  private static let notices = [
    "recheck": "A new review was requested.", "cancel": "The review is being cancelled.",
    "approve": "The commit was approved.", "revoke": "All links to this review were revoked.",
  ]

  private func actions(
    _ state: ReviewState, _ rights: PageRights, _ context: PageContext
  ) async throws -> ReviewActions {
    let job = state.job
    let forge = parts.forge(job.pullRequest.repository.forge)
    let isPullRequest = job.pullRequest.number > 0
    let isWriter = rights.canWrite && context.visitor.formToken != nil
    let mayLink = isWriter && parts.settings.linkLifetime() != nil
    let links = mayLink ? try await parts.queue { try await parts.links.count(of: job.id) } : 0
    let address = forge.flatMap { forge in
      forge.kind.description.map { description in
        "\(forge.webURL)/\(job.pullRequest.repository.name)"
          + (isPullRequest ? "\(description.pullRequestPath)\(job.pullRequest.number)" : "")
      }
    }
    return ReviewActions(
      pullRequest: isPullRequest && !rights.isByLink ? JobText.pullRequestPage(job.pullRequest) : nil,
      forgePage: address, forgeName: forge?.kind.description?.name ?? "the forge",
      logPage: state.index == nil ? nil : "/r/\(job.id)/log",
      firstError: state.index?.firstError.map { LogAddress("/r/\(job.id)", line: $0).text },
      successor: state.successor.map { "/r/\($0.id)" }, formToken: context.visitor.formToken,
      mayApprove: isWriter && job.state == .waiting && !state.isApproved,
      mayCancel: isWriter && !job.state.isFinished && job.cancellation == nil, mayRecheck: isWriter && isPullRequest,
      mayLink: mayLink, links: links > 0 ? links : nil,
      page: "/r/\(job.id)", head: job.head.hex, shortHead: job.head.short)
  }
}

extension ReviewJob.ID {
  /// Reads a component of a path.
  ///
  /// - Returns: `nil` for anything but a number as it is written.
  init?(path: String?) {
    guard let path, let number = Int64(path), number > 0, String(number) == path else { return nil }
    self.init(number)
  }
}
