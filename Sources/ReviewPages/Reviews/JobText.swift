// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTMLTemplates
import JobQueue
import ReviewContract
import ReviewServer

/// The names and addresses of what jobs are about.
enum JobText {
  /// Such as `acme/shapes #7`.
  static func name(of job: ReviewJob) -> String {
    let name = job.pullRequest.repository.name
    if job.pullRequest.number > 0 { return "\(name) #\(job.pullRequest.number)" }
    return job.subject.isEmpty ? name : "\(name) \(job.subject)"
  }

  /// - Parameter isByLink: whether the visitor sees only this review.
  static func place(of job: ReviewJob, _ report: Report?, isByLink: Bool = false) -> HTML {
    let name: HTML =
      job.pullRequest.number > 0 && !isByLink
      ? "<a href=\"\(text: pullRequestPage(job.pullRequest))\">\(text: name(of: job))</a>" : "\(text: name(of: job))"
    return "\(name) \(text: report?.pullRequest.title ?? "")"
  }

  static func pullRequestPage(_ pullRequest: PullRequestReference) -> String {
    let repository = pullRequest.repository
    return "/p/\(encoded(repository.forge))/\(encoded(repository.name))/\(pullRequest.number)"
  }

  /// Keeps the slashes.
  static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
  }
}

/// Texts about the daemon for visitors.
enum DaemonText {
  /// Who paused the reviews, and why. The id of the user is for operators.
  static func paused(_ pause: Pause) -> String {
    let person = pause.author.split(separator: " (uid").first.map(String.init) ?? pause.author
    return "since \(pause.since.text), by \(person)" + (pause.reason.map { ": \($0)" } ?? "")
  }
}

extension Timestamp {
  /// - Returns: `nil` for a text that is no time.
  init?(iso8601 text: String) {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
  }
}
