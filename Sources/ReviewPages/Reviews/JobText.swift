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
      isByLink
      ? "\(text: name(of: job))" : "<a href=\"\(text: page(around: job))\">\(text: name(of: job))</a>"
    return "\(name) \(text: report?.pullRequest.title ?? "")"
  }

  /// The page of the pull request, or of the branch.
  static func page(around job: ReviewJob) -> String {
    job.pullRequest.number > 0
      ? pullRequestPage(job.pullRequest)
      : repositoryPage(job.pullRequest.repository, ["branch": job.kind == .base ? job.subject : ""])
  }

  static func pullRequestPage(_ pullRequest: PullRequestReference) -> String {
    "\(repositoryPage(pullRequest.repository))/\(pullRequest.number)"
  }

  /// - Parameter query: such as the branch; empty values are left out.
  static func repositoryPage(_ repository: RepositoryReference, _ query: KeyValuePairs<String, String> = [:]) -> String
  {
    let items = query.filter { !$0.value.isEmpty }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    let path = "/p/\(encoded(repository.forge))/\(encoded(repository.name))"
    return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
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
