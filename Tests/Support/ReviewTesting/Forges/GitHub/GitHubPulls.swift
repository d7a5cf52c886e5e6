// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Pull requests of GitHub, with their labels and reviews.
enum GitHubPulls {
  static func routes(_ repository: String) -> [ForgeRoute] {
    let pull = "\(repository)/pulls/:number"
    let reading = ForgeRoute.Access.repository(.reading("pull_requests"))
    let writing = ForgeRoute.Access.repository(.writing("pull_requests"))
    let labelling = ForgeRoute.Access.repository(.writing("issues", "pull_requests"))
    return [
      ForgeRoute("GET", "\(repository)/pulls", "pulls/list", reading, list),
      ForgeRoute("GET", pull, "pulls/get", reading, get),
      ForgeRoute("GET", "\(pull)/reviews", "pulls/list-reviews", reading) { call in
        let (repository, pull) = try call.pull()
        return try call.page(of: repository.reviews.filter { $0.number == pull.number }) { call.gitHub.review($0) }
      },
      ForgeRoute("POST", "\(pull)/reviews", "pulls/create-review", writing, createReview),
      ForgeRoute("PATCH", "\(repository)/pulls/comments/:id", "pulls/update-review-comment", writing) { call in
        let text = try call.text("body", in: try call.body(["body"]), atMost: 65_536)
        let id = try call.number("id")
        let comment = try call.change { repository, _ in
          guard let index = repository.lineComments.firstIndex(where: { $0.id == id }) else {
            throw ForgeRefusal(404, "Not Found")
          }
          return repository.lineComments[index].rewrite(text)
        }
        return try .json(call.gitHub.comment(comment, in: try call.repository()))
      },
      ForgeRoute("DELETE", "\(repository)/pulls/comments/:id", "pulls/delete-review-comment", writing) { call in
        let id = try call.number("id")
        try call.change { repository, _ in
          guard repository.lineComments.contains(where: { $0.id == id }) else { throw ForgeRefusal(404, "Not Found") }
          repository.lineComments.removeAll { $0.id == id }
        }
        return .nothing
      },
      ForgeRoute("PUT", "\(pull)/reviews/:id", "pulls/update-review", writing) { call in
        let text = try call.text("body", in: try call.body(["body"]), atMost: 65_536)
        let id = try call.number("id")
        let review = try call.change { repository, _ in
          guard let index = repository.reviews.firstIndex(where: { $0.id == id }) else {
            throw ForgeRefusal(404, "Not Found")
          }
          repository.reviews[index].body = text
          return repository.reviews[index]
        }
        return try .json(call.gitHub.review(review))
      },
      ForgeRoute("GET", "\(pull)/comments", "pulls/list-review-comments", reading) { call in
        let (repository, pull) = try call.pull()
        return try call.page(of: repository.lineComments.filter { $0.number == pull.number }) { comment in
          call.gitHub.comment(comment, in: repository)
        }
      },
      ForgeRoute(
        "GET", "\(repository)/issues/:number/labels", "issues/list-labels-on-issue",
        .repository(.reading("issues", "pull_requests"))
      ) { call in
        try call.page(of: try call.pull().1.labels) { call.gitHub.label($0) }
      },
      ForgeRoute("POST", "\(repository)/issues/:number/labels", "issues/add-labels", labelling) { call in
        let names = try call.body(["labels"])["labels"]?.elements.compactMap(\.text) ?? []
        guard !names.isEmpty else { throw call.refusal(422, "Validation Failed: no labels") }
        return try changeLabels(call) { $0 += names.filter { [labels = $0] in !labels.contains($0) } }
      },
      ForgeRoute("DELETE", "\(repository)/issues/:number/labels/:name", "issues/remove-label", labelling) { call in
        let name = call.parameter("name")
        guard try call.pull().1.labels.contains(name) else { throw ForgeRefusal(404, "Label does not exist") }
        return try changeLabels(call) { $0.removeAll { $0 == name } }
      },
    ]
  }

  static func file(_ file: ForgeGit.File) -> JSON {
    [
      "filename": .text(file.name), "status": .text(file.status), "additions": .integer(file.additions),
      "deletions": .integer(file.deletions), "changes": .integer(file.additions + file.deletions),
      "patch": .text(file.patch),
    ]
  }

  private static func list(_ call: ForgeCall) throws -> ForgeResponse {
    let repository = try call.repository()
    let state = call.query["state"] ?? "open"
    let found = repository.pulls.values.filter { state == "all" || $0.state == state }
      .sorted { ($0.updated, $0.number) > ($1.updated, $1.number) }
    let shown = call.gitHub
    return try call.page(of: found) { shown.pull($0, in: repository, isAlone: false) }
  }

  private static func get(_ call: ForgeCall) throws -> ForgeResponse {
    let (repository, pull) = try call.pull()
    defer {
      call.forge.record { $0.repositories[repository.fullName]?.pulls[pull.number]?.isMergeKnown = true }
    }
    return try .json(call.gitHub.pull(pull, in: repository))
  }

  private static func changeLabels(
    _ call: ForgeCall, _ change: (inout [String]) -> Void
  ) throws -> ForgeResponse {
    let number = try call.pull().1.number
    let labels = try call.change { repository, _ in
      var labels = repository.pulls[number]?.labels ?? []
      change(&labels)
      repository.pulls[number]?.labels = labels
      return labels
    }
    return try .json(.list(labels.map(call.gitHub.label)))
  }

  /// Creates a review, unless a comment is not at a line of the diff; then nothing is written.
  private static func createReview(_ call: ForgeCall) throws -> ForgeResponse {
    let (repository, pull) = try call.pull()
    let body = try call.body(["commit_id", "body", "event", "comments"])
    _ = try call.word("event", in: body, of: ["COMMENT", "APPROVE", "REQUEST_CHANGES"])
    let text = try call.text("body", in: body, atMost: 65_536)
    let commit = try call.commit(try call.text("commit_id", in: body, atMost: 40))
    let files = try repository.git.files(from: pull.baseCommit, to: commit)
    let notes = try (body["comments"]?.elements ?? []).map { comment in
      let members = comment.members
      let path = try call.text("path", in: members, atMost: 4096)
      let body = try call.text("body", in: members, atMost: 65_536)
      let lines = (members["start_line"]?.integer, try call.integer("line", in: members))
      let isShown = files.contains { file in
        file.name == path && [lines.0 ?? lines.1, lines.1].allSatisfy(file.shows)
      }
      guard isShown else { throw call.refusal(422, "line \(lines.1) of \(path) must be part of the diff") }
      return (path: path, line: lines.1, body: body)
    }
    let review = try call.change { repository, state in
      for note in notes {
        repository.lineComments.append(
          CommentRecord(
            id: state.nextID(), number: pull.number, user: call.login, body: note.body, path: note.path,
            line: note.line))
      }
      let review = ReviewRecord(
        id: state.nextID(), number: pull.number, user: call.login, commit: commit, body: text)
      repository.reviews.append(review)
      return review
    }
    return try .json(call.gitHub.review(review))
  }
}
