// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import JobQueue
import Reporting
import ReviewContract
import ReviewServer

/// The page of a review.
struct ReviewPage: Sendable {
  struct Fact: Sendable {
    let name: String
    let value: String
    let isCode: Bool
    let address: String?
  }

  /// The last lines of the log that the page of a running review has from the start.
  static let tail = 200

  let id: String
  let stateHTML: HTML
  let facts: [Fact]
  let actions: ReviewActions
  /// Where the page listens for changes; `nil` for a finished review.
  let events: String?
  let isLive: Bool
  let linesHTML: HTML
  /// The number of lines before the first.
  let earlier: Int?
  let log: String?
  let reportHTML: HTML
  let hasReport: Bool
}

/// The links and buttons of a review's page.
struct ReviewActions: Sendable {
  let pullRequest: String?
  let forgePage: String?
  let forgeName: String
  let logPage: String?
  /// The address of the first line that reports an error.
  let firstError: String?
  /// The page of the review that has replaced this one.
  let successor: String?
  let formToken: String?
  let mayApprove: Bool
  let mayCancel: Bool
  let mayRecheck: Bool
  let mayLink: Bool
  /// The number of links; `nil` for none.
  let links: Int?
  let page: String
  let head: String
  let shortHead: String
}

extension ReviewPage {
  static func facts(_ job: ReviewJob, _ forge: DaemonForge?, _ report: Report?) -> [Fact] {
    let root = forge.map { "\($0.webURL)/\(report?.repository.name ?? job.pullRequest.repository.name)" }
    let commits = forge?.kind.description?.commitPath
    func commit(_ name: String, _ id: CommitID?) -> Fact? {
      guard let id, id != .none else { return nil }
      let address = root.flatMap { root in commits.map { "\(root)\($0)\(id.hex)" } }
      return Fact(name: name, value: id.short, isCode: true, address: address)
    }
    func text(_ name: String, _ value: String?) -> Fact? {
      value.map { Fact(name: name, value: $0, isCode: false, address: nil) }
    }
    return [
      commit("head", job.head), commit("base", job.base), text("branch", report?.pullRequest.baseBranch),
      text("requested", job.queuedAt.text), text("started", job.startedAt?.text),
      text("finished", job.finishedAt?.text), job.attempts > 1 ? text("attempts", "\(job.attempts)") : nil,
      text("toolchain", report?.runs.first?.toolchain),
    ].compactMap(\.self)
  }
}
