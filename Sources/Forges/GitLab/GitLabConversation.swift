// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// GitLab's object for a comment.
struct GitLabNote: Decodable, Sendable {
  let id: Int
  let body: String?
  let author: GitLabUser?
  let system: Bool
  let createdAt: String?
  let updatedAt: String?
  /// Only of notes in a discussion.
  let resolved: Bool?

  var comment: ForgeComment {
    ForgeComment(id: id, body: body, user: author?.author, createdAt: createdAt, updatedAt: updatedAt)
  }

  /// `nil` for a system note, whose author is the account that acted.
  var written: ForgeComment? { system ? nil : comment }
}

struct GitLabStatus: Decodable, Sendable {
  let name: String
  let status: String
  let description: String?
  let targetUrl: String?
  /// `null` when the account was deleted.
  let author: GitLabUser?

  var commitStatus: CommitStatus {
    CommitStatus(
      state: status, context: name, description: description, targetUrl: targetUrl, creator: author?.author)
  }
}

private struct NewStatus: Encodable {
  let state: String
  let name: String
  let description: String?
  let targetUrl: String?
}

extension GitLabAPI {
  static let commentCharacters = GitLabLimits.noteCharacters
  static let statusCharacters = GitLabLimits.statusDescriptionCharacters

  /// `GET /projects/{id}/merge_requests/{iid}/notes`, the oldest first
  func comments(on number: Int) -> ForgeCall<[ForgeComment]> {
    list("merge_requests", "\(number)", "notes", query: ["order_by": "created_at", "sort": "asc"])
      .each { (note: GitLabNote) in note.written }
  }

  /// `GET /projects/{id}/merge_requests/{iid}/notes/{note_id}`
  func comment(_ id: Int, on number: Int) -> ForgeCall<ForgeComment?> {
    call(.get, "merge_requests", "\(number)", "notes", "\(id)").map(\GitLabNote.written)
  }

  /// `POST /projects/{id}/merge_requests/{iid}/notes`
  func newComment(_ text: String, on number: Int) -> ForgeCall<ForgeComment> {
    call(.post, "merge_requests", "\(number)", "notes", body: ["body": text]).map(\GitLabNote.comment)
  }

  /// `PUT /projects/{id}/merge_requests/{iid}/notes/{note_id}`
  func change(_ comment: Int, to text: String, on number: Int) -> ForgeCall<ForgeComment> {
    call(.put, "merge_requests", "\(number)", "notes", "\(comment)", body: ["body": text]).map(\GitLabNote.comment)
  }

  /// `DELETE /projects/{id}/merge_requests/{iid}/notes/{note_id}`
  func removal(_ comment: Int, on number: Int) -> ForgeCall<Void> {
    deletion("merge_requests", "\(number)", "notes", "\(comment)")
  }

  /// `GET /projects/{id}/repository/commits/{sha}/statuses`: also those that a later one of the same name replaced
  func statuses(of commit: CommitID, named name: String) -> ForgeCall<[CommitStatus]> {
    list(
      "repository", "commits", commit.hex, "statuses",
      query: ["all": "true", "name": name, "order_by": "id", "sort": "desc"]
    ).each { (status: GitLabStatus) in status.commitStatus }
  }

  /// `POST /projects/{id}/statuses/{sha}`
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> ForgeCall<CommitStatus> {
    call(
      .post, "statuses", commit.hex,
      body: NewStatus(
        state: status.state, name: status.context, description: status.description, targetUrl: status.targetUrl)
    ).map { (status: GitLabStatus) in status.commitStatus }
  }

  func name(of state: Publication.State) -> String {
    switch state {
    case .pending: "pending"
    case .success: "success"
    case .failure: "failed"
    case .error: "canceled"
    }
  }

  static var progressState: String? { "running" }

  /// GitLab rejects a second pending or running status, and a pending one after a running one.
  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool {
    switch (status.state, newest?.state) {
    case ("pending", "pending"), ("pending", "running"), ("running", "running"): true
    default: status.isShown(by: newest)
    }
  }

  func page(of comment: ForgeComment, _ publication: Publication) -> String? {
    publication.page.flatMap { PageLink.checked("\($0)#note_\(comment.id)") }
  }

  /// The names of GitLab's states that are not final.
  func isPending(_ status: CommitStatus) -> Bool {
    ["created", "waiting_for_resource", "preparing", "pending", "running", "scheduled"].contains(status.state)
  }

  /// Escapes quick actions: GitLab would execute a line that starts with a slash, such as `/close`, with our account. A
  /// line that starts with a space is plain text.
  func text(_ comment: String) -> String {
    // By scalars: in Swift a carriage return and a newline are one character.
    var text = String.UnicodeScalarView()
    var isAtStart = true
    for scalar in comment.unicodeScalars {
      if isAtStart, scalar == "/" { text.append(" ") }
      text.append(scalar)
      isAtStart = scalar == "\n" || scalar == "\r"
    }
    return String(text)
  }
}
