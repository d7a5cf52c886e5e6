// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import CoreMetrics
import JobQueue
import Logging
import ReviewServer

/// Compares the operator's file with the policy that all processes of a queue in a database follow.
struct PolicyComparison: Sendable {
  private static let metric = "reviewbot_policy_differences"

  private let queue: any ReviewQueue
  private let file: String
  /// The current policy of the file.
  private let configured: Locked<QueuePolicy>

  /// - Returns: `nil` for a queue in a file, which has no other processes.
  init?(_ opened: OpenedQueue, _ configuration: ServerConfiguration, file: String) {
    guard opened.shared != nil else { return nil }
    queue = opened.queue
    self.file = file
    configured = Locked(configuration.queuePolicy)
  }

  /// One phrase for each key with a different value in the file.
  var differences: [String] {
    let (configured, applied) = (configured.withLock { $0 }, queue.policy)
    return PolicyKey.different(configured, applied).map { key in
      "\(key.rawValue) is \(key.text(in: applied)) in the queue's policy and \(key.text(in: configured)) in the file"
    }
  }

  /// Adopts the values of a reloaded file.
  ///
  /// - Returns: the names of `changes` without the keys that are part of the policy, which a restart does not apply.
  func update(_ configuration: ServerConfiguration, _ changes: [String]) -> [String] {
    configured.withLock { $0 = configuration.queuePolicy }
    return changes.filter { PolicyKey(rawValue: $0) == nil }
  }

  func warn(_ log: Logger) {
    let differences = differences
    guard !differences.isEmpty else { return }
    log.warning(
      "the file differs from the queue's policy, which applies; use reviewbot queue policy apply",
      metadata: ["file": "\(file)", "differences": "\(differences.joined(separator: "; "))"])
  }

  /// Sets the gauge of the differences.
  func measure(_ factory: any MetricsFactory) {
    Gauge(label: Self.metric, factory: factory).record(differences.count)
  }

  static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    describe(metric, "Keys with another value in this process's file than in the queue's policy.")
  }
}
