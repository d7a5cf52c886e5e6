// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting

/// The final state of the forges, and its violations.
struct ShownState: Sendable {
  private static let open: Set<String> = ["pending", "running"]

  let forges: [(name: String, state: StandInState)]

  /// The number of commits whose latest status is that a review is in progress.
  var pendingCommits: Int {
    forges.reduce(0) { count, forge in
      count
        + forge.state.repos.values.reduce(0) { count, repository in
          let latest = Dictionary(repository.statuses.map { ($0.sha, $0.state) }) { $1 }
          return count + latest.values.count { Self.open.contains($0) }
        }
    }
  }

  var comments: Int { forges.reduce(0) { $0 + $1.state.repos.values.reduce(0) { $0 + $1.comments.count } } }

  /// The number of versions of all comments.
  var versions: Int {
    forges.reduce(0) { count, forge in
      count
        + forge.state.repos.values.reduce(0) { $0 + $1.comments.reduce(0) { $0 + 1 + $1.history.count } }
    }
  }

  /// The numbers of pending and final statuses.
  var statuses: (pending: Int, final: Int) {
    let all = forges.flatMap { $0.state.repos.values.flatMap { $0.statuses.map(\.state) } }
    return (all.count { Self.open.contains($0) }, all.count { !Self.open.contains($0) })
  }

  /// The duplicate or unfinished statuses and comments.
  var violations: [String] {
    forges.flatMap { name, state in
      state.repos.sorted { $0.key < $1.key }.flatMap { repository, contents in
        Self.statusViolations(contents, "\(name):\(repository)")
          + Self.commentViolations(contents, "\(name):\(repository)")
      }
    }
  }

  private static func statusViolations(_ repository: StandInState.Repository, _ name: String) -> [String] {
    Dictionary(grouping: repository.statuses, by: \.sha).sorted { $0.key < $1.key }.compactMap { commit, statuses in
      let states = statuses.map(\.state)
      let finals = states.filter { !open.contains($0) }
      let place = "\(name) at \(commit.prefix(7)): \(states.joined(separator: ", "))"
      if finals.isEmpty { return "\(place): no final status" }
      if finals.count > 1 { return "\(place): a second final status" }
      if states.count - finals.count > 1 { return "\(place): a second pending status" }
      return states.last == finals.last ? nil : "\(place): pending after the final status"
    }
  }

  private static func commentViolations(_ repository: StandInState.Repository, _ name: String) -> [String] {
    let ours = Dictionary(grouping: repository.comments.filter { $0.user != "ada" }, by: \.number)
    return ours.sorted { $0.key < $1.key }.flatMap { number, comments -> [String] in
      var found = comments.count > 1 ? ["\(name)#\(number) has \(comments.count) comments"] : []
      for comment in comments {
        let texts = comment.history + [comment.body]
        if zip(texts, texts.dropFirst()).contains(where: { $0 == $1 }) {
          found.append("\(name)#\(number): the same comment was written twice")
        }
      }
      return found
    }
  }

  /// Returns the missing results of pull requests for which a delivery was sent.
  func missing(_ subjects: [Traffic.Subject]) -> [String] {
    subjects.filter { $0.isAnnounced && !$0.isClosed }.compactMap { subject in
      let (name, state) = forges[subject.forge]
      let place = "\(name):\(subject.pull.repository)#\(subject.pull.number) at \(subject.head.prefix(7))"
      guard let shown = state.pullRequest(subject.pull.number, of: subject.pull.repository) else {
        return "\(place): not there"
      }
      guard shown.statuses.first?.state == "success" else {
        return "\(place): the status is \(shown.statuses.first?.state ?? "missing")"
      }
      let comments = shown.comments.filter { $0.user != "ada" }
      guard comments.first?.body.contains(subject.head) == true else {
        return "\(place): \(comments.isEmpty ? "no comment" : "the comment is about another commit")"
      }
      return nil
    }
  }
}
