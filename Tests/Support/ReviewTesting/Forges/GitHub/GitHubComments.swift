// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Comments in the conversation of a pull request of GitHub. Gitea's are the same.
enum GitHubComments {
  private static let limit = 65_536

  static func routes(_ repository: String) -> [ForgeRoute] {
    let reading = ForgeRoute.Access.repository(.reading("issues", "pull_requests"))
    let writing = ForgeRoute.Access.repository(.writing("issues", "pull_requests"))
    return [
      ForgeRoute("GET", "\(repository)/issues/:number/comments", "issues/list-comments", reading) { call in
        let (repository, pull) = try call.pull()
        let objects = call.gitHub
        let comments = repository.comments(of: pull.number)
        // Gitea does not paginate them.
        if call.kind == .gitea { return try .json(.list(comments.map { objects.comment($0, in: repository) })) }
        return try call.page(of: comments) { objects.comment($0, in: repository) }
      },
      ForgeRoute("POST", "\(repository)/issues/:number/comments", "issues/create-comment", writing) { call in
        let text = try call.text("body", in: try call.body(["body"]), atMost: limit)
        let (repository, pull) = try call.pull()
        return try .created(call.gitHub.comment(try call.write(text, on: pull.number), in: repository))
      },
      ForgeRoute("GET", "\(repository)/issues/comments/:id", "issues/get-comment", reading) { call in
        let comment = try call.comment(try call.number("id"))
        if call.kind == .gitea { return try .json(call.gitea.comment(comment, in: try call.repository())) }
        return try .json(call.gitHub.comment(comment, in: try call.repository()))
      },
      ForgeRoute("PATCH", "\(repository)/issues/comments/:id", "issues/update-comment", writing) { call in
        let text = try call.text("body", in: try call.body(["body"]), atMost: limit)
        let comment = try call.rewrite(try call.number("id"), text)
        return try .json(call.gitHub.comment(comment, in: try call.repository()))
      },
      ForgeRoute("DELETE", "\(repository)/issues/comments/:id", "issues/delete-comment", writing) { call in
        try call.remove(try call.number("id"))
        return .nothing
      },
    ]
  }
}

/// The operations on comments of all forges.
extension ForgeCall {
  func write(_ text: String, on number: Int, discussion: String? = nil) throws -> CommentRecord {
    let comment = try change { repository, state in
      let comment = CommentRecord(
        id: state.nextID(), number: number, user: login, body: text, discussion: discussion)
      repository.comments.append(comment)
      return comment
    }
    forge.notify(.comment(comment), "created", of: repositoryName, number, by: login)
    return comment
  }

  func comment(_ id: Int) throws -> CommentRecord {
    guard let comment = try repository().comments.first(where: { $0.id == id && $0.path == nil }) else {
      throw ForgeRefusal(404, "Not Found")
    }
    return comment
  }

  func rewrite(_ id: Int, _ text: String) throws -> CommentRecord {
    try change { repository, _ in
      if let index = repository.comments.firstIndex(where: { $0.id == id }) {
        return repository.comments[index].rewrite(text)
      }
      // Gitea's line comments can be changed like other comments.
      guard kind == .gitea, let index = repository.lineComments.firstIndex(where: { $0.id == id }) else {
        throw ForgeRefusal(404, "Not Found")
      }
      return repository.lineComments[index].rewrite(text)
    }
  }

  func remove(_ id: Int) throws {
    try change { repository, _ in
      guard repository.comments.contains(where: { $0.id == id }) else { throw ForgeRefusal(404, "Not Found") }
      repository.comments.removeAll { $0.id == id }
      repository.removedComments += 1
    }
  }
}
