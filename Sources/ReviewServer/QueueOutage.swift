// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Logging
import ReviewContract

/// Logs an outage of the queue once, and at its end the number of failures: workers, the keeper, webhooks and the metrics
/// notice it often. What cannot be done during an outage is logged at the level `debug`, see `Logger.failure`.
package final class QueueOutage: Sendable {
  private struct State {
    var failures = 0
    var began: ContinuousClock.Instant?
  }

  private let state = Locked(State())
  private let metrics: DaemonMetrics
  private let log: Logger

  init(metrics: DaemonMetrics, log: Logger) {
    self.metrics = metrics
    self.log = log
  }

  /// Notes a failure of the queue. One that is not an outage is logged each time.
  ///
  /// - Parameters:
  ///   - action: what failed, such as `failed to claim a job`.
  ///   - metadata: added to the line of a failure that is not an outage.
  func failed(_ action: String, _ error: QueueError, metadata: Logger.Metadata = [:]) {
    metrics.queueFailed()
    guard error.failureClass.isOutage else {
      return log.error("\(action)", metadata: ["error": "\(error)"].merging(metadata) { $1 })
    }
    let isFirst = state.withLock { state in
      state.failures += 1
      guard state.began == nil else { return false }
      state.began = .now
      return true
    }
    guard isFirst else { return }
    log.error("the queue is not available: \(action)", metadata: ["error": "\(error)"])
  }

  /// Notes that the queue answered.
  func succeeded() {
    let ended = state.withLock { state -> State? in
      guard state.began != nil else { return nil }
      defer { state = State() }
      return state
    }
    guard let ended, let began = ended.began else { return }
    log.notice(
      "the queue is available again",
      metadata: [
        "failures": .stringConvertible(ended.failures),
        "seconds": .stringConvertible((ContinuousClock.now - began).components.seconds),
      ])
  }
}

extension Logger {
  /// Logs a failure; at the level `debug` if the queue is not available, which ``QueueOutage`` reports once.
  package func failure(
    _ message: Message, _ error: any Error, level: Level = .warning, metadata: Metadata = [:]
  ) {
    let isOfQueue = (error as? QueueError)?.failureClass.isOutage == true
    log(level: isOfQueue ? .debug : level, message, metadata: ["error": "\(error)"].merging(metadata) { $1 })
  }
}
