// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// The senders of requests.
enum Sender: String, CaseIterable, Sendable {
  case anonymous, linked, revokedLink, expiredLink, foreignLink, malformedLink
  case unknownSession, endedSession, expiredSession, twoSessions, otherForge
  case stranger, reader, writer

  var login: String? {
    switch self {
    case .stranger: "eve"
    case .reader: "bob"
    case .writer: "ada"
    default: nil
    }
  }

  var isSignedIn: Bool { login != nil || self == .otherForge }
}

/// What requests are about.
enum Subject: String, CaseIterable, Sendable {
  /// Repositories that the forge shows to members, and to everyone.
  case closed, opened
  /// A repository that is not served any more, and one that never was.
  case absent, unused

  var repository: RepositoryReference { RepositoryReference(forge: "github", name: "acme/\(rawValue)") }
}

/// A world with a finished review, a log and a report of each subject.
struct AccessWorld: Sendable {
  let world: PagesWorld
  private let jobs: [Subject: ReviewJob.ID]

  init(in folder: ScratchDirectory, _ access: PageAccess) async throws {
    world = PagesWorld(in: folder)
    world.access.withLock { $0 = access }
    world.linkLifetime.withLock { $0 = .seconds(3_600) }
    let permissions: [String: Permission] = ["ada": .write, "bob": .read, "eve": .none]
    world.forges.change { state in
      state.repositories = [:]
      for (subject, visibility) in [(Subject.closed, RepositoryVisibility.members), (.opened, .everyone)] {
        state.repositories[subject.repository] = StubForges.Repository(
          visibility: visibility, permissions: permissions, heads: [7: PagesWorld.commit(1)])
      }
    }
    var jobs: [Subject: ReviewJob.ID] = [:]
    for subject in Subject.allCases where subject != .unused {
      jobs[subject] = try await world.review(in: subject.repository).id
      let (lease, log) = try await world.start()
      log.write(.output(line: "Compiling"))
      try await world.finish(lease, log, report: "green")
    }
    self.jobs = jobs
  }

  /// A number of one digit, like those of all jobs here.
  func id(_ subject: Subject) -> String { jobs[subject].map { "\($0)" } ?? "9" }

  /// The value of the field `Cookie`.
  func cookie(_ sender: Sender, for subject: Subject) async throws -> String? {
    let hour = Duration.seconds(3_600)
    let earlier = FolderValues(folder: world.folder.path.appending("values")) { Date(timeIntervalSinceNow: -90_000) }
    func link(_ job: ReviewJob.ID?, _ values: FolderValues, as id: ReviewJob.ID? = nil) async throws -> String? {
      guard let job else { return nil }
      let token = try await LinkStore(values: values).make(for: job, by: "ada", lifetime: hour)
      return "reviewbot-link=\(id ?? job).\(token.text)"
    }
    switch sender {
    case .anonymous: return nil
    case .linked: return try await link(jobs[subject], world.values)
    case .expiredLink: return try await link(jobs[subject], earlier)
    // The token of one review with the number of another one.
    case .foreignLink: return try await link(ReviewJob.ID(8), world.values, as: jobs[subject])
    case .malformedLink: return "reviewbot-link=\(id(subject))."
    case .revokedLink:
      let cookie = try await link(jobs[subject], world.values)
      if let job = jobs[subject] { try await LinkStore(values: world.values).revokeAll(of: job) }
      return cookie
    case .unknownSession: return "reviewbot-session=\(SecretToken().text)"
    case .expiredSession:
      return try await
        "reviewbot-session=\(SessionStore(values: earlier).signIn("ada", forge: "github", replacing: nil).text)"
    case .endedSession:
      let token = try await SessionStore(values: world.values).signIn("ada", forge: "github", replacing: nil)
      try await SessionStore(values: world.values).end(token)
      return "reviewbot-session=\(token.text)"
    case .twoSessions: return try await "\(world.session("ada")); \(world.session("ada"))"
    case .otherForge:
      let token = try await SessionStore(values: world.values).signIn("ada", forge: "gitlab", replacing: nil)
      return "reviewbot-session=\(token.text)"
    case .stranger, .reader, .writer: return try await world.session(sender.login ?? "")
    }
  }
}

/// A request, and its address for a subject.
enum Target: String, CaseIterable, Sendable {
  case review, events, log, rawLog, pullRequest, repository, badge
  case recheck, cancel, approve, link, revoke

  static let pages: [Target] = [.review, .events, .log, .rawLog]
  static let forms: [Target] = [.recheck, .cancel, .approve, .link, .revoke]

  func path(_ subject: Subject, id: String) -> String {
    switch self {
    case .review: "/r/\(id)"
    case .rawLog: "/r/\(id)/log.txt"
    case .pullRequest: "/p/github/acme/\(subject)/7"
    case .repository: "/p/github/acme/\(subject)"
    case .badge: "/p/github/acme/\(subject)/badge.svg?branch=main"
    default: "/r/\(id)/\(rawValue)"
    }
  }

  /// The status of the answer to a sender for a subject.
  func status(_ sender: Sender, _ subject: Subject, _ access: PageAccess) -> Int {
    let isServed = subject == .closed || subject == .opened
    let isPublic = subject == .opened && access == .everyone
    let isMember = isServed && (sender == .reader || sender == .writer)
    guard Self.forms.contains(self) else {
      let isLinked = sender == .linked && subject != .unused && Self.pages.contains(self)
      return isMember || isPublic || isLinked ? 200 : 404
    }
    // A form without a session is refused before anything is looked up.
    guard sender.isSignedIn else { return 403 }
    guard isMember || isPublic else { return 404 }
    guard sender == .writer else { return 403 }
    return self == .link ? 200 : 303
  }
}
