// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import JobQueue
import ReviewContract

/// Determines the effect of a delivery from its contents alone. The contents are a hint: the job reads the state from
/// the forge.
package struct DeliveryPlanner: Sendable {
  /// In bytes. GitHub refuses longer names of branches.
  static let longestBranch = 255
  /// The branches of GitHub's merge queue, whose commits are delivered as `merge_group`.
  private static let mergeQueueBranches = "gh-readonly-queue/"

  private let forge: DaemonForge
  private let debounce: Duration

  /// - Parameter debounce: how long a review waits for further commits after a push.
  package init(_ forge: DaemonForge, debounce: Duration) {
    self.forge = forge
    self.debounce = debounce
  }

  /// Returns the effect of a delivery: a request, a cancellation, an approval, or nothing, with the reason.
  package func plan(_ reading: WebhookReader.Reading) -> DeliveryPlan {
    switch reading.event {
    case .failure: plan(reading, .malformed)
    case .success(.pullRequest(let event)): pullRequest(event, reading)
    case .success(.comment(let event)): comment(event, reading)
    case .success(.checkRequest(let event)):
      repository(event.repository, reading, head: event.head) { repository in
        .request(
          JobRequest(repository, kind: .recheck, subject: event.head.hex, head: event.head, priority: .command))
      }
    case .success(.push(let event)): push(event, reading)
    case .success(.mergeGroup(let event)): mergeGroup(event, reading)
    case .success(.installation(let action)):
      DeliveryPlan(delivery(reading, action: action), .ignored, installation: action)
    case .success(.other): plan(reading, .ignored)
    }
  }

  /// Whether a repository, `OWNER/NAME`, is configured for this forge. The secret authenticates the sender, but does
  /// not restrict the repositories of its deliveries.
  private func accepts(_ repository: String) -> Bool { forge.serves(repository) }

  /// The plan for a delivery whose contents the queue refuses: it is recorded as malformed.
  package func unusable(_ reading: WebhookReader.Reading) -> DeliveryPlan { plan(reading, .malformed) }

  private func pullRequest(_ event: PullRequestEvent, _ reading: WebhookReader.Reading) -> DeliveryPlan {
    let reference = reference(event.repository, event.number)
    let updatedAt = event.updatedAt.flatMap { Timestamp(forgeText: $0) }
    let effect: DeliveryEffect
    switch event.action {
    case _ where !accepts(event.repository), .other: effect = .ignored
    case .closed: effect = .cancel(CancelRequest(reference, head: event.head, forgeUpdatedAt: updatedAt))
    case .reopened where event.isDraft && forge.skipsDrafts, .retargeted where event.isDraft && forge.skipsDrafts:
      effect = event.head.map { .request(JobRequest(renewingStatusOf: $0, reference)) } ?? .ignored
    case _ where event.isDraft && forge.skipsDrafts: effect = .ignored
    case .opened, .synchronize, .reopened, .readyForReview, .retargeted, .relabeled:
      effect = .request(
        JobRequest(
          reference, head: event.head ?? .none, base: event.base, forgeUpdatedAt: updatedAt,
          delay: event.action == .synchronize ? debounce : .zero, repeats: Self.repetition(event.action),
          announces: true, renewsStatus: event.action == .reopened))
    }
    return DeliveryPlan(
      delivery(
        reading, action: event.action.rawValue, pullRequest: reference, head: event.head, base: event.base), effect)
  }

  /// An action that can change the scope of a review repeats a review that was partial.
  private static func repetition(_ action: PullRequestEvent.Action) -> JobRequest.Repetition {
    switch action {
    case .retargeted: .always
    case .readyForReview, .relabeled: .afterPartial
    case .opened, .synchronize, .reopened, .closed, .other: .never
    }
  }

  private func comment(_ event: CommentEvent, _ reading: WebhookReader.Reading) -> DeliveryPlan {
    let reference = reference(event.repository, event.number)
    let delivery = delivery(reading, action: event.command.name, pullRequest: reference)
    guard accepts(event.repository) else { return DeliveryPlan(delivery, .ignored) }
    guard let subject = CommandSubject(comment: event.comment) else {
      return DeliveryPlan(delivery, .malformed)
    }
    return DeliveryPlan(
      delivery,
      .request(
        JobRequest(reference, kind: .command, subject: subject.text, head: .none, priority: .command)))
  }

  private func push(_ event: PushEvent, _ reading: WebhookReader.Reading) -> DeliveryPlan {
    repository(event.repository, reading, head: event.head) { repository in
      guard let head = event.head, !event.branch.hasPrefix(Self.mergeQueueBranches),
        (1...Self.longestBranch).contains(event.branch.utf8.count)
      else { return .ignored }
      return .request(JobRequest(repository, kind: .base, subject: event.branch, head: head, priority: .reconcile))
    }
  }

  private func mergeGroup(_ event: MergeGroupEvent, _ reading: WebhookReader.Reading) -> DeliveryPlan {
    repository(event.repository, reading, head: event.head, base: event.base) { repository in
      guard event.headRef.utf8.count <= QueueLimits.subject else { return .malformed }
      return .request(
        JobRequest(
          repository, kind: .mergeGroup, subject: event.headRef, head: event.head, base: event.base, priority: .command)
      )
    }
  }

  /// The plan for an event of a whole repository; ignored unless the repository is accepted.
  private func repository(
    _ name: String, _ reading: WebhookReader.Reading, head: CommitID?, base: CommitID? = nil,
    effect: (PullRequestReference) -> DeliveryEffect
  ) -> DeliveryPlan {
    let reference = reference(name, 0)
    return DeliveryPlan(
      delivery(reading, pullRequest: reference, head: head, base: base),
      accepts(name) ? effect(reference) : .ignored)
  }

  private func plan(_ reading: WebhookReader.Reading, _ effect: DeliveryEffect) -> DeliveryPlan {
    DeliveryPlan(delivery(reading), effect)
  }

  private func delivery(
    _ reading: WebhookReader.Reading, action: String? = nil, pullRequest: PullRequestReference? = nil,
    head: CommitID? = nil, base: CommitID? = nil
  ) -> Delivery {
    Delivery(
      forge: forge.name, id: reading.id, event: reading.name, action: action, pullRequest: pullRequest, head: head,
      base: base, bodyDigest: reading.digest)
  }

  private func reference(_ repository: String, _ number: Int) -> PullRequestReference {
    PullRequestReference(repository: RepositoryReference(forge: forge.name, name: repository), number: number)
  }
}

/// A delivery, and its effect on the queue.
package struct DeliveryPlan: Hashable, Sendable {
  package let delivery: Delivery
  package let effect: DeliveryEffect
  /// The change to the set of repositories that an app can access, such as `created`; `nil` for any other event.
  package let installation: String?

  package init(_ delivery: Delivery, _ effect: DeliveryEffect, installation: String? = nil) {
    self.delivery = delivery
    self.effect = effect
    self.installation = installation
  }
}

/// The comment of a command, as the subject of its job.
///
/// Only its number is stored: author and text are read from the forge when the job runs, because a delivery is a hint.
package struct CommandSubject: Hashable, Sendable {
  package let comment: Int

  /// `nil` for a number less than 1.
  package init?(comment: Int) {
    guard comment > 0 else { return nil }
    self.comment = comment
  }

  /// Parses the subject of a job; `nil` if it is invalid.
  package init?(_ text: String) {
    guard let number = Int(text) else { return nil }
    self.init(comment: number)
  }

  package var text: String { "\(comment)" }
}
