// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The part of Gitea's API that this project uses: https://docs.gitea.com/api
enum GiteaRoutes {
  private static let repository = "repos/:owner/:repo"
  private static let reading = ForgeRoute.Access.repository(.reading("contents"))
  private static let writing = ForgeRoute.Access.repository(.writing("issues"))

  static let all: [ForgeRoute] =
    [
      ForgeRoute("GET", "user", nil, .person) { call in try .json(call.gitea.user(call.login)) },
      ForgeRoute("GET", repository, nil, reading) { call in
        try .json(call.gitea.repository(try call.repository()))
      },
      ForgeRoute("GET", "\(repository)/branches/*branch", nil, reading) { call in
        let branch = call.parameter("branch")
        guard let commit = try call.repository().git.commit("refs/heads/\(branch)") else {
          throw ForgeRefusal(404, "Not Found")
        }
        return try .json(["name": .text(branch), "commit": ["id": .text(commit)]])
      },
      ForgeRoute("GET", "\(repository)/collaborators/:login/permission", nil, reading) { call in
        let login = call.parameter("login")
        let user = call.gitea.user(login)
        guard user != nil else { throw ForgeRefusal(404, "user does not exist") }
        return try .json(["permission": .text(try call.repository().permission(of: login)), "user": user])
      },
      ForgeRoute("GET", "\(repository)/pulls", nil, reading) { call in
        let repository = try call.repository()
        let state = call.query["state"] ?? "open"
        let found = repository.pulls.values.filter { state == "all" || $0.state == state }
        let objects = call.gitea
        return try call.page(of: found.sorted { ($0.updated, $0.number) > ($1.updated, $1.number) }) { pull in
          objects.pull(pull, in: repository)
        }
      },
      ForgeRoute("GET", "\(repository)/pulls/:number", nil, reading) { call in
        let (repository, pull) = try call.pull()
        return try .json(call.gitea.pull(pull, in: repository))
      },
      ForgeRoute("GET", "\(repository)/pulls/:number/reviews", nil, reading) { call in
        let (repository, pull) = try call.pull()
        return try call.page(of: repository.reviews.filter { $0.number == pull.number }, call.gitea.review)
      },
      ForgeRoute("POST", "\(repository)/pulls/:number/reviews", nil, writing, createReview),
      ForgeRoute("DELETE", "\(repository)/pulls/:number/reviews/:id", nil, writing) { call in
        let id = try call.number("id")
        try call.change { repository, _ in
          guard repository.reviews.contains(where: { $0.id == id }) else { throw ForgeRefusal(404, "Not Found") }
          repository.reviews.removeAll { $0.id == id }
          repository.lineComments.removeAll { $0.review == id }
        }
        return .nothing
      },
      ForgeRoute("GET", "\(repository)/pulls/:number/reviews/:id/comments", nil, reading) { call in
        let repository = try call.pull().0
        let id = try call.number("id")
        guard repository.reviews.contains(where: { $0.id == id }) else { throw ForgeRefusal(404, "Not Found") }
        let objects = call.gitea
        return try .json(.list(repository.lineComments.filter { $0.review == id }.map(objects.lineComment)))
      },
      ForgeRoute("GET", "\(repository)/commits/:commit/statuses", nil, reading) { call in
        let commit = try call.commit(call.parameter("commit"), missing: 404)
        let found = try call.repository().statuses.filter { $0.commit == commit }
        return try call.page(of: found.reversed(), call.gitea.status)
      },
      ForgeRoute("POST", "\(repository)/statuses/:commit", nil, .repository(.writing("statuses"))) { call in
        let status = try call.setStatus(
          of: ["error", "failure", "pending", "success", "warning"], named: "context", atMost: 65_536)
        return try .created(call.gitea.status(status))
      },
    ] + GitHubComments.routes(repository) + RepositoryRoutes.gitea

  private static func createReview(_ call: ForgeCall) throws -> ForgeResponse {
    let (repository, pull) = try call.pull()
    let body = try call.body(["commit_id", "body", "event", "comments"])
    _ = try call.word("event", in: body, of: ["COMMENT", "APPROVED", "REQUEST_CHANGES"])
    let commit = try call.commit(try call.text("commit_id", in: body, atMost: 40))
    let files = try repository.git.files(from: pull.baseCommit, to: commit)
    let notes = try (body["comments"]?.elements ?? []).map { comment in
      let path = try call.text("path", in: comment.members, atMost: 4096)
      let text = try call.text("body", in: comment.members, atMost: 65_536)
      let line = try call.integer("new_position", in: comment.members)
      guard files.contains(where: { $0.name == path && $0.shows(line) }) else {
        throw call.refusal(422, "line \(line) of \(path) is not part of the diff")
      }
      return (path: path, line: line, text: text)
    }
    let text = try call.optionalText("body", in: body, atMost: 65_536) ?? ""
    let review = try call.change { repository, state in
      let review = ReviewRecord(id: state.nextID(), number: pull.number, user: call.login, commit: commit, body: text)
      repository.reviews.append(review)
      for note in notes {
        repository.lineComments.append(
          CommentRecord(
            id: state.nextID(), number: pull.number, user: call.login, body: note.text, review: review.id,
            path: note.path, line: note.line))
      }
      return review
    }
    return try .json(call.gitea.review(review))
  }
}
