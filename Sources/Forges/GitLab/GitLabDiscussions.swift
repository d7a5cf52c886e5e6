// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// A line of the head's side of a change. All three commits must be those of the newest version.
struct GitLabPosition: Encodable, Hashable, Sendable {
  let baseSha: String
  let startSha: String
  let headSha: String
  let positionType = "text"
  let newPath: String
  let newLine: Int

  init(_ version: GitLabVersion, path: String, line: Int) {
    baseSha = version.baseCommitSha
    startSha = version.startCommitSha
    headSha = version.headCommitSha
    newPath = path
    newLine = line
  }
}

private struct NewDiscussion: Encodable {
  let body: String
  let position: GitLabPosition
}

/// A thread of notes; a single note is a discussion too.
struct GitLabDiscussion: Decodable, Sendable {
  let id: String
  let notes: [GitLabNote]
}

/// The commits that a merge request compared at a point in time.
struct GitLabVersion: Decodable, Hashable, Sendable {
  let baseCommitSha: String
  let startCommitSha: String
  let headCommitSha: String
}

extension GitLabAPI {
  /// The maximum number of discussions of one review: each is a request and a mail.
  private static let discussions = 20

  /// `GET /projects/{id}/merge_requests/{iid}/discussions`
  func discussions(on number: Int) -> ForgeCall<[GitLabDiscussion]> {
    list("merge_requests", "\(number)", "discussions")
  }

  /// `POST /projects/{id}/merge_requests/{iid}/discussions`: a note on a line of the change
  func newDiscussion(_ text: String, at position: GitLabPosition, on number: Int) -> ForgeCall<GitLabDiscussion> {
    call(
      .post, "merge_requests", "\(number)", "discussions", body: NewDiscussion(body: text, position: position))
  }

  /// `PUT /projects/{id}/merge_requests/{iid}/discussions/{discussion_id}`
  func resolution(of discussion: String, on number: Int) -> ForgeCall<GitLabDiscussion> {
    call(.put, "merge_requests", "\(number)", "discussions", discussion, body: ["resolved": true])
  }

  /// `GET /projects/{id}/merge_requests/{iid}/versions`, the newest first
  func versions(of number: Int) -> ForgeCall<[GitLabVersion]> {
    list("merge_requests", "\(number)", "versions")
  }

  func remarks(
    on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> PostedRemarks {
    var posted = PostedRemarks()
    let discussions = pullRequest.relation(discussions(on: pullRequest.number), "the discussions")
    for discussion in try await discussions.elements() {
      guard let note = discussion.notes.first, let comment = note.written, account.wrote(comment),
        let body = note.body, let found = mark.remark(in: body)
      else { continue }
      posted.add(
        .init(id: note.id, discussion: discussion.id, mark: found.mark, text: body), isClosed: note.resolved == true)
    }
    return posted
  }

  /// Nothing is written when the newest version is of another commit, because its lines differ.
  func writes(
    _ remarks: [LineReview.Remark], of publication: Publication, on pullRequest: ForgePullRequest<Self>
  ) async throws(ForgeError) -> [ForgeCall<Void>] {
    let number = pullRequest.number
    var versions = pullRequest.relation(versions(of: number), "the versions").pages().makeAsyncIterator()
    let newest = try await versions.next(isolation: #isolation)?.first
    guard let newest, newest.headCommitSha == publication.commit.hex else { return [] }
    return remarks.prefix(Self.discussions).map { remark in
      // GitLab's range is relative to the line of the note: no lines above it, the rest below.
      let range = remark.hasCommandLine ? nil : ":-0+\(remark.lines.count - 1)"
      let position = GitLabPosition(newest, path: remark.path, line: remark.lines.lowerBound)
      return newDiscussion(text(remark.text(publication, range: range)), at: position, on: number).map { _ in }
    }
  }

  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> ForgeCall<Void>? {
    remark.discussion.map { resolution(of: $0, on: publication.pullRequest).map { _ in } }
  }

  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> ForgeCall<Void> {
    removal(duplicate.id, on: publication.pullRequest)
  }
}

extension LineReview.Remark {
  /// Whether a line of the replacement could be a GitLab quick action; escaped, the replacement would be another text.
  fileprivate var hasCommandLine: Bool {
    replacement?.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("/") } == true
  }
}
