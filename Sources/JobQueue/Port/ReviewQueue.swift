// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The persistent queue of the daemon: deliveries, jobs and publications.
///
/// Each function is one atomic step, which is on disk when it returns. Functions may be called concurrently. Those of
/// ``QueueSteps`` are the same for all engines; the others are requirements, because engines perform them differently.
///
/// A pull request has at most one open job (waiting or queued) of a kind and subject, and at most one running job of a
/// kind.
package protocol ReviewQueue: QueueReader {
  /// The policy in force.
  var policy: QueuePolicy { get }

  /// Performs a step exactly once.
  func perform<Value: Codable & Sendable>(
    _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
  ) async throws(QueueError) -> Value

  /// Records a delivery and applies its effect, once: a second delivery with the same id has no effect.
  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt

  /// Claims the next job: the most urgent first, then of the repository with the fewest running builds, then of
  /// repositories in turn, then the one that has waited longest. Before that, jobs with an expired lease are queued
  /// again.
  ///
  /// Builds of paused repositories are excluded, and so is a second job of a kind for one pull request. A job is held for
  /// a worker with its labels (``QueuePolicy/labelHold``), and the first attempt of a build for the machine of its
  /// repository's last build (``QueuePolicy/machinePreference``).
  ///
  /// - Returns: `nil` if no job may start.
  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease?

  /// - Throws: ``QueueError/Code/leaseLost``, here and in every call under a lease.
  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal

  /// Queues jobs with an expired lease again, or ends them as ``ReviewJob/State/dead``.
  @discardableResult
  func reclaim() async throws(QueueError) -> [ReviewJob.ID]

  /// Deletes records that exceed the policy's retention.
  ///
  /// - Returns: the number of deleted records.
  @discardableResult
  func sweep() async throws(QueueError) -> Int

  /// Calls `onChange` soon after changes by other processes, not once for each, until the queue is closed. A call can
  /// be lost with a connection; after that, and once at the beginning, it is called with ``QueueChange/all``. Supports
  /// one listener.
  func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void)

  /// Notifies other processes of an event that is not a change to the queue.
  func notifyOthers(of change: QueueChange)

  /// Makes this process the keeper, unless another one is: the process that reconciles, settles and sweeps.
  ///
  /// - Returns: its term, or `nil` while another process is the keeper. Call it periodically: a term ends when the
  ///   queue is closed or its connection is lost, and another process may have been the keeper since.
  func becomeKeeper() async throws(QueueError) -> KeeperTerm?

  /// Finishes the steps in progress and closes the queue; later steps are refused.
  func close() async throws(QueueError)
}

/// An uninterrupted period in which one process is the keeper.
package struct KeeperTerm: Hashable, Sendable {
  /// Unique for each term.
  package let name: String

  package init(name: String) { self.name = name }
}

/// The default implementation, for an engine that only one process uses.
extension ReviewQueue {
  package func listen(_ onChange: @escaping @Sendable (QueueChange) -> Void) {}
  package func notifyOthers(of change: QueueChange) {}
  package func becomeKeeper() async throws(QueueError) -> KeeperTerm? { KeeperTerm(name: "process") }
}
