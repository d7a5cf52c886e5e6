// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Sends deliveries over many connections, each as soon as the previous one of the connection has a response.
struct DeliverySender {
  static let secret = "a secret of the forge's"
  /// The size of a body in bytes, about that of GitHub's deliveries for a pull request.
  static let bodySize = 25_600

  let port: Int
  let connections: Int
  /// The prefix of the ids of deliveries, unique to the round.
  let round: String

  /// Returns the requests per second, and the latencies of all requests.
  func send(for time: Duration) throws -> (rate: Double, times: Latencies) {
    let messages = (1...64).map(DeliveryMessage.init)
    let results = Results(connections)
    let start = ContinuousClock.now
    for number in 0..<connections {
      Thread.detachNewThread {
        results.add(
          Result {
            try Self.converse(port, "\(round)-\(number)", messages, offset: number, until: start + time)
          })
      }
    }
    let times = try results.wait()
    let elapsed = ContinuousClock.now - start
    return (Double(times.count) / (elapsed / .seconds(1)), times)
  }

  private static func converse(
    _ port: Int, _ name: String, _ messages: [DeliveryMessage], offset: Int, until end: ContinuousClock.Instant
  ) throws -> Latencies {
    let connection = try DeliveryConnection(port: port)
    var times = Latencies()
    var number = 0
    while ContinuousClock.now < end {
      let message = messages[(offset + number) % messages.count]
      times.add(try ContinuousClock().measure { try connection.send(message, id: "\(name)-\(number)") })
      number += 1
    }
    return times
  }
}

/// The results of the threads.
private final class Results: Sendable {
  private let condition = NSCondition()
  private let state: Locked<(times: Latencies, failure: (any Error)?, missing: Int)>

  init(_ count: Int) {
    state = Locked((Latencies(), nil, count))
  }

  func add(_ result: Result<Latencies, any Error>) {
    state.withLock { state in
      switch result {
      case .success(let times): state.times.add(times)
      case .failure(let error): state.failure = error
      }
      state.missing -= 1
    }
    condition.lock()
    condition.signal()
    condition.unlock()
  }

  func wait() throws -> Latencies {
    condition.lock()
    defer { condition.unlock() }
    while state.withLock({ $0.missing }) > 0 { condition.wait() }
    let (times, failure, _) = state.withLock { $0 }
    if let failure { throw failure }
    return times
  }
}
