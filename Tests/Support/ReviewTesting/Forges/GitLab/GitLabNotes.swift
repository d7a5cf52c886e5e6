// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Notes and discussions of merge requests of GitLab.
enum GitLabNotes {
  private static let limit = 1_000_000

  static func routes(_ project: String) -> [ForgeRoute] {
    let request = "\(project)/merge_requests/:number"
    let reading = ForgeRoute.Access.repository(.reading("issues"))
    let writing = ForgeRoute.Access.repository(.writing("issues"))
    return [
      ForgeRoute("GET", "\(request)/notes", nil, reading) { call in
        let (repository, pull) = try call.pull()
        let notes = repository.comments(of: pull.number)
        return try call.page(of: call.query["sort"] == "asc" ? notes : notes.reversed(), call.gitLab.note)
      },
      ForgeRoute("GET", "\(request)/notes/:note", nil, reading) { call in
        let (_, pull) = try call.pull()
        let comment = try call.comment(try call.number("note"))
        guard comment.number == pull.number else { throw ForgeRefusal(404, "404 Not found") }
        return try .json(call.gitLab.note(comment))
      },
      ForgeRoute("POST", "\(request)/notes", nil, writing) { call in
        let text = try noteText(call, try call.body(["body"]))
        return try .created(call.gitLab.note(try call.write(text, on: try call.pull().1.number)))
      },
      ForgeRoute("PUT", "\(request)/notes/:note", nil, writing) { call in
        let text = try noteText(call, try call.body(["body"]))
        return try .json(call.gitLab.note(try call.rewrite(try call.number("note"), text)))
      },
      ForgeRoute("DELETE", "\(request)/notes/:note", nil, writing) { call in
        try call.remove(try call.number("note"))
        return .nothing
      },
      ForgeRoute("GET", "\(request)/discussions", nil, reading) { call in
        let (repository, pull) = try call.pull()
        let objects = call.gitLab
        return try call.page(of: repository.comments(of: pull.number).filter { $0.discussion != nil }) { comment in
          discussion(comment, objects)
        }
      },
      ForgeRoute("POST", "\(request)/discussions", nil, writing, createDiscussion),
      ForgeRoute("PUT", "\(request)/discussions/:discussion", nil, writing) { call in
        guard case .bool(let isResolved)? = try call.body(["resolved"])["resolved"] else {
          throw ForgeRefusal(400, "resolved is missing")
        }
        let name = call.parameter("discussion")
        let comment = try call.change { repository, _ in
          guard let index = repository.comments.firstIndex(where: { $0.discussion == name }) else {
            throw ForgeRefusal(404, "404 Discussion Not Found")
          }
          repository.comments[index].isResolved = isResolved
          return repository.comments[index]
        }
        return try .json(discussion(comment, call.gitLab))
      },
    ]
  }

  /// A line that begins with a slash is a quick action of GitLab, and not shown.
  private static func noteText(_ call: ForgeCall, _ body: [String: JSON]) throws -> String {
    let text = try call.text("body", in: body, atMost: limit)
    if text.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("/") }) {
      call.report(.error, "a line of the note is a command")
    }
    return text
  }

  private static func discussion(_ comment: CommentRecord, _ objects: GitLabObjects) -> JSON {
    ["id": JSON(comment.discussion), "individual_note": false, "notes": [objects.note(comment)]]
  }

  private static func createDiscussion(_ call: ForgeCall) throws -> ForgeResponse {
    let (repository, pull) = try call.pull()
    let body = try call.body(["body", "position"])
    let text = try noteText(call, body)
    if let position = body["position"]?.members {
      let base = try repository.git.mergeBase(pull.baseCommit, pull.headCommit)
      let positionCommits = ["base_sha", "start_sha", "head_sha"].map { position[$0]?.text }
      let path = try call.text("new_path", in: position, atMost: 4096)
      let line = try call.integer("new_line", in: position)
      let files = try repository.git.files(from: pull.baseCommit, to: pull.headCommit)
      guard positionCommits == [base, pull.baseCommit, pull.headCommit], position["position_type"] == "text",
        files.contains(where: { $0.name == path && $0.shows(line) })
      else { throw call.refusal(400, "400 Bad request - Note {:position=>[\"is incomplete\"]}") }
    }
    let comment = try call.write(text, on: pull.number, discussion: UUID().uuidString.lowercased())
    return try .created(discussion(comment, call.gitLab))
  }
}
