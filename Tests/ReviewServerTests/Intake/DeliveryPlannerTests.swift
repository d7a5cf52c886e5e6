// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import Testing

@testable import ReviewServer

struct DeliveryPlannerTests {
  private static let head = IntakeSamples.commit(1)
  private static let base = IntakeSamples.commit(2)
  private static let updatedAt = "2026-01-01T00:00:00Z"
  private static let moment = Timestamp(milliseconds: 1_767_225_600_000)

  private func plan(
    _ event: Result<WebhookEvent, WebhookFault>, name: String = "event", skipsDrafts: Bool = true
  ) throws -> DeliveryPlan {
    let planner = DeliveryPlanner(try IntakeSamples.forge(skipsDrafts: skipsDrafts), debounce: .seconds(5))
    return planner.plan(WebhookReader.Reading(id: "1", name: name, event: event, digest: "d"))
  }

  private static func delivery(
    _ action: String? = nil, number: Int? = nil, head: CommitID? = nil, base: CommitID? = nil,
    repository: String = "acme/shapes"
  ) -> Delivery {
    Delivery(
      forge: "forge", id: "1", event: "event", action: action,
      pullRequest: number.map { IntakeSamples.reference($0, in: repository) }, head: head, base: base, bodyDigest: "d")
  }

  private static func event(
    _ action: PullRequestEvent.Action, repository: String = "acme/shapes", head: CommitID? = head,
    isDraft: Bool = false,
    updatedAt: String? = updatedAt
  ) -> PullRequestEvent {
    PullRequestEvent(
      action: action, repository: repository, number: 7, head: head, base: base, isDraft: isDraft, isFromFork: true,
      updatedAt: updatedAt)
  }

  private static func review(
    delay: Duration = .zero, repeats: JobRequest.Repetition = .never, renewsStatus: Bool = false
  ) -> DeliveryEffect {
    .request(
      JobRequest(
        IntakeSamples.reference(7), head: head, base: base, forgeUpdatedAt: moment, delay: delay, repeats: repeats,
        announces: true, renewsStatus: renewsStatus))
  }

  @Test(
    arguments: [
      (.opened, review()), (.reopened, review(renewsStatus: true)), (.readyForReview, review(repeats: .afterPartial)),
      (.synchronize, review(delay: .seconds(5))),
      (.retargeted, review(repeats: .always)), (.other, .ignored),
      (.closed, .cancel(CancelRequest(IntakeSamples.reference(7), head: head, forgeUpdatedAt: moment))),
    ] as [(PullRequestEvent.Action, DeliveryEffect)])
  func `each action on a pull request has its effect`(action: PullRequestEvent.Action, effect: DeliveryEffect) throws {
    #expect(
      try plan(.success(.pullRequest(Self.event(action))))
        == DeliveryPlan(Self.delivery(action.rawValue, number: 7, head: Self.head, base: Self.base), effect))
    #expect(try plan(.success(.pullRequest(Self.event(action, repository: "eve/shapes")))).effect == .ignored)
  }

  @Test(arguments: [PullRequestEvent.Action.reopened, .retargeted])
  func `a skipped draft that is opened again or retargeted can change the status of another pull request`(
    action: PullRequestEvent.Action
  ) throws {
    let draft = WebhookEvent.pullRequest(Self.event(action, isDraft: true))
    #expect(
      try plan(.success(draft)).effect
        == .request(JobRequest(renewingStatusOf: Self.head, IntakeSamples.reference(7))))
  }

  @Test(arguments: [PullRequestEvent.Action.opened, .synchronize])
  func `skipped drafts are ignored, except when they are closed`(action: PullRequestEvent.Action) throws {
    let draft = WebhookEvent.pullRequest(Self.event(action, isDraft: true))
    #expect(try plan(.success(draft)).effect == .ignored)
    let ready = try plan(.success(.pullRequest(Self.event(action))))
    #expect(try plan(.success(draft), skipsDrafts: false) == ready)
    let closed = WebhookEvent.pullRequest(Self.event(.closed, isDraft: true))
    #expect(
      try plan(.success(closed)).effect
        == .cancel(CancelRequest(IntakeSamples.reference(7), head: Self.head, forgeUpdatedAt: Self.moment)))
  }

  @Test func `missing and malformed values of a delivery are omitted`() throws {
    let event = WebhookEvent.pullRequest(Self.event(.opened, head: nil, updatedAt: "yesterday"))
    #expect(
      try plan(.success(event))
        == DeliveryPlan(
          Self.delivery("opened", number: 7, base: Self.base),
          .request(JobRequest(IntakeSamples.reference(7), head: .none, base: Self.base, announces: true))))
  }

  /// The job has only the id of the comment, whose author and text are read from the forge.
  @Test(
    arguments: [(.recheck, "recheck"), (.approve(head), "ok"), (.unknown, "unknown")] as [(CommentCommand, String)])
  func `a command has a job of its own`(command: CommentCommand, action: String) throws {
    let event = CommentEvent(repository: "acme/shapes", number: 7, comment: 9, command: command)
    #expect(
      try plan(.success(.comment(event)))
        == DeliveryPlan(
          Self.delivery(action, number: 7),
          .request(
            JobRequest(IntakeSamples.reference(7), kind: .command, subject: "9", head: .none, priority: .command))))
  }

  @Test(arguments: [("eve/shapes", 9, .ignored), ("acme/shapes", 0, .malformed)] as [(String, Int, DeliveryEffect)])
  func `a command for an unknown repository or an invalid comment creates no job`(
    repository: String, comment: Int, effect: DeliveryEffect
  ) throws {
    let event = CommentEvent(repository: repository, number: 7, comment: comment, command: .recheck)
    #expect(try plan(.success(.comment(event))).effect == effect)
  }

  @Test func `a requested check creates a recheck job for its commit`() throws {
    let event = CheckRequestEvent(repository: "acme/shapes", head: Self.head)
    #expect(
      try plan(.success(.checkRequest(event)))
        == DeliveryPlan(
          Self.delivery(number: 0, head: Self.head),
          .request(
            JobRequest(
              IntakeSamples.reference(0), kind: .recheck, subject: Self.head.hex, head: Self.head, priority: .command)))
    )
    let other = CheckRequestEvent(repository: "eve/shapes", head: Self.head)
    #expect(try plan(.success(.checkRequest(other))).effect == .ignored)
  }

  @Test(
    arguments: [
      ("main", true), ("a/b", true), (String(repeating: "b", count: 255), true),
      (String(repeating: "b", count: 256), false), ("", false), ("gh-readonly-queue/main/pr-1-abc", false),
    ])
  func `a push to a branch requests a review of its tip`(branch: String, isWanted: Bool) throws {
    let request = JobRequest(
      IntakeSamples.reference(0), kind: .base, subject: branch, head: Self.head, priority: .reconcile)
    let event = PushEvent(repository: "acme/shapes", branch: branch, head: Self.head)
    #expect(
      try plan(.success(.push(event)))
        == DeliveryPlan(Self.delivery(number: 0, head: Self.head), isWanted ? .request(request) : .ignored))
    #expect(
      try plan(.success(.push(PushEvent(repository: "acme/shapes", branch: branch, head: nil)))).effect == .ignored)
  }

  @Test(arguments: [(600, true), (601, false)])
  func `a merge queue's commit is requested by its ref, unless the ref is too long`(length: Int, isRead: Bool) throws {
    let ref = "refs/heads/" + String(repeating: "q", count: length - 11)
    let event = MergeGroupEvent(
      repository: "acme/shapes", head: Self.head, base: Self.base, headRef: ref, baseRef: "refs/heads/main")
    let request = JobRequest(
      IntakeSamples.reference(0), kind: .mergeGroup, subject: ref, head: Self.head, base: Self.base, priority: .command)
    #expect(
      try plan(.success(.mergeGroup(event)))
        == DeliveryPlan(
          Self.delivery(number: 0, head: Self.head, base: Self.base), isRead ? .request(request) : .malformed))
  }

  @Test func `a change of an app's repositories is reported and has no other effect`() throws {
    #expect(
      try plan(.success(.installation(action: "created")))
        == DeliveryPlan(Self.delivery("created"), .ignored, installation: "created"))
  }

  @Test func `ignored and malformed deliveries are recorded`() throws {
    #expect(try plan(.success(.other)) == DeliveryPlan(Self.delivery(), .ignored))
    #expect(try plan(.failure(WebhookFault("no body"))) == DeliveryPlan(Self.delivery(), .malformed))
  }
}
