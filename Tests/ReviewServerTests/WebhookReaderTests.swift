// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ReviewServer

struct WebhookReaderTests {
  private static let commit = String(repeating: "ab", count: 20)

  private func read(
    _ kind: ForgeKind, _ event: String, _ body: String, fields: [(String, String)] = []
  ) throws -> WebhookReader.Reading {
    let format = try #require(kind.description).webhooks
    let envelope =
      switch kind {
      case .gitlab: [("X-Gitlab-Event-UUID", "1"), ("X-Gitlab-Event", event)]
      case .gitea: [("X-Gitea-Delivery", "1"), ("X-Gitea-Event", event)]
      case .github, .local: [("X-GitHub-Delivery", "1"), ("X-GitHub-Event", event)]
      }
    let message = WebhookMessage(fields: (fields + envelope).map { (name: $0, value: $1) }, body: Array(body.utf8))
    return try WebhookReader(format).read(message)
  }

  private static func pullRequest(_ action: String, more: String = "") -> String {
    """
    {"action":"\(action)","number":7,\(more)"pull_request":{"number":7,"draft":true,"updated_at":"2026-01-01T00:00:00Z",    "head":{"sha":"\(commit)","repo":{"full_name":"eve/shapes"}},"base":{"sha":"\(commit)","repo":{"full_name":"acme/shapes"}}},    "repository":{"full_name":"acme/shapes"}}
    """
  }

  @Test(
    arguments: [
      ("opened", "", .opened), ("synchronize", "", .synchronize), ("reopened", "", .reopened), ("closed", "", .closed),
      ("ready_for_review", "", .readyForReview), ("labeled", "", .relabeled), ("unlabeled", "", .relabeled),
      ("label_updated", "", .relabeled), ("edited", "", .other),
      ("edited", "\"changes\":{\"title\":{\"from\":\"a\"}},", .relabeled),
      ("edited", "\"changes\":{\"base\":{\"ref\":{\"from\":\"a\"}}},", .retargeted),
    ] as [(String, String, PullRequestEvent.Action)])
  func `a pull request event's action is read`(action: String, more: String, read: PullRequestEvent.Action) throws {
    let reading = try self.read(.github, "pull_request", Self.pullRequest(action, more: more))
    #expect(reading.id == "1")
    #expect(reading.name == "pull_request")
    #expect(
      reading.event
        == .success(
          .pullRequest(
            PullRequestEvent(
              action: read, repository: "acme/shapes", number: 7, head: CommitID(Self.commit),
              base: CommitID(Self.commit), isDraft: true, isFromFork: true, updatedAt: "2026-01-01T00:00:00Z"))))
  }

  @Test func `a head in a deleted repository counts as a fork's`() throws {
    let body = Self.pullRequest("opened").replacing("{\"full_name\":\"eve/shapes\"}", with: "null")
    guard case .success(.pullRequest(let event)) = try read(.github, "pull_request", body).event else {
      Issue.record("no pull request")
      return
    }
    #expect(event.isFromFork)
  }

  @Test func `a comment on an issue is not a command`() throws {
    func body(_ issue: String) -> String {
      """
      {"action":"created","issue":{"number":3\(issue)},"comment":{"id":9,"body":"/reviewbot recheck","user":{"login":"ada"}},      "repository":{"full_name":"acme/shapes"}}
      """
    }
    #expect(try read(.github, "issue_comment", body("")).event == .success(.other))
    #expect(try read(.github, "issue_comment", body(",\"pull_request\":null")).event == .success(.other))
    #expect(
      try read(.github, "issue_comment", body(",\"pull_request\":{\"url\":\"x\"}")).event
        == .success(
          .comment(
            CommentEvent(repository: "acme/shapes", number: 3, comment: 9, command: .recheck))))
  }

  @Test(arguments: [
    ("", "not a valid JSON object"), ("[]", "not a valid JSON object"), ("{", "not a valid JSON object"),
    ("null", "not a valid JSON object"),
    ("{\"action\":}", "not a valid JSON object"), (pullRequest("opened") + "x", "not a valid JSON object"),
    (String(pullRequest("opened").dropLast()), "not a valid JSON object"),
    (pullRequest("opened").replacing(commit, with: "abc"), "pull_request.head.sha is not a full commit id"),
    ("{\"action\":\"opened\"}", "the event has no repository.full_name"),
    ("{\"action\":\"opened\",\"repository\":{\"full_name\":\"a/b\"}}", "the event has no number of a pull request"),
    (
      "{\"number\":99999999999999999999,\"repository\":{\"full_name\":\"a/b\"}}",
      "the event has no number of a pull request"
    ),
    (String(repeating: "{\"repository\":", count: 100_000), "not a valid JSON object"),
    ("{\"x\":" + String(repeating: "[", count: 100_000), "not a valid JSON object"),
    (
      "{\"x\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}",
      "not a valid JSON object"
    ),
  ])
  func `the error names the fault of a malformed body`(body: String, message: String) throws {
    guard case .failure(let fault) = try read(.github, "pull_request", body).event else {
      Issue.record("it was read")
      return
    }
    #expect(fault.description.contains(message), "\(fault)")
    #expect(fault.description.utf8.count < 300)
  }

  @Test(arguments: [[("X-GitHub-Event", "push")], [("X-GitHub-Delivery", "1")], []] as [[(String, String)]])
  func `a delivery without an id or an event name is rejected`(fields: [(String, String)]) {
    let message = WebhookMessage(fields: fields.map { (name: $0, value: $1) }, body: [])
    #expect(throws: WebhookFault.self) { try WebhookReader(ForgeDescription.github.webhooks).read(message) }
  }

  @Test func `the id of a GitLab delivery is its idempotency key`() throws {
    let reading = try read(.gitlab, "Push Hook", "{\"ref\":\"refs/tags/1\"}", fields: [("Idempotency-Key", "k")])
    #expect(reading.id == "k")
    #expect(reading.event == .success(.other))
  }

  @Test(arguments: [("\"action\":\"create\",", true), ("", true), ("\"action\":\"update\",", false)])
  func `an edited comment on GitLab is not a command`(action: String, asks: Bool) throws {
    let body = """
      {"user":{"username":"ada"},"project":{"path_with_namespace":"acme/shapes"},"merge_request":{"iid":7},\
      "object_attributes":{\(action)"id":5,"note":"/reviewbot recheck","noteable_type":"MergeRequest"}}
      """
    let comment = CommentEvent(repository: "acme/shapes", number: 7, comment: 5, command: .recheck)
    #expect(try read(.gitlab, "Note Hook", body).event == .success(asks ? .comment(comment) : .other))
  }

  @Test func `a deleted branch has no head`() throws {
    let zeros = String(repeating: "0", count: 40)
    func gitlab(_ after: String) throws -> WebhookReader.Reading {
      try read(
        .gitlab, "Push Hook",
        "{\"ref\":\"refs/heads/a/b\",\"after\":\"\(after)\",\"project\":{\"path_with_namespace\":\"x/y/z\"}}")
    }
    #expect(try gitlab(zeros).event == .success(.push(PushEvent(repository: "x/y/z", branch: "a/b", head: nil))))
    #expect(
      try gitlab(Self.commit).event
        == .success(.push(PushEvent(repository: "x/y/z", branch: "a/b", head: CommitID(Self.commit)))))
  }

  @Test(
    arguments: [
      ("\"action\":\"create\",\"author_id\":5,", true), ("", true), ("\"author_id\":5,", true),
      ("\"action\":\"update\",\"author_id\":5,", false), ("\"author_id\":6,", false),
    ])
  func `a GitLab comment is a command only when it is created, and only by its author`(more: String, isOne: Bool)
    throws
  {
    let body = """
      {"user":{"id":5,"username":"ada"},"project":{"path_with_namespace":"acme/shapes"},"merge_request":{"iid":7},\
      "object_attributes":{\(more)"id":9,"note":"/reviewbot ok \(Self.commit)","noteable_type":"MergeRequest"}}
      """
    let command = CommentCommand.approve(try #require(CommitID(Self.commit)))
    let event = CommentEvent(repository: "acme/shapes", number: 7, comment: 9, command: command)
    #expect(try read(.gitlab, "Note Hook", body).event == .success(isOne ? .comment(event) : .other))
  }
}
