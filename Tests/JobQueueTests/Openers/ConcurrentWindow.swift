// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Operations of several processes between two moments at which nothing ran.
struct ConcurrentWindow: Sendable {
  /// One call, and when it began and ended, in the order of all beginnings and ends.
  struct Call: Sendable {
    let operation: QueueOperation
    let result: QueueOperation.Result
    let began: Int
    let ended: Int
  }

  /// By process, in the order in which it made them.
  let calls: [[Call]]
  /// What the queue held afterwards.
  let contents: QueueContents

  /// The first serial order that explains the results and the contents, and respects real time: a call that ended before
  /// another began comes before it.
  ///
  /// - Parameter state: before the window.
  /// - Returns: the state after it; `nil` if there is no such order.
  func explained(from state: SerialState) -> SerialState? { search(state, calls.map { _ in 0 }) }

  private func search(_ state: SerialState, _ positions: [Int]) -> SerialState? {
    let next = calls.indices.filter { positions[$0] < calls[$0].count }
    if next.isEmpty {
      var state = state
      return state.matches(contents) ? state : nil
    }
    // What has not ended yet when the first of the others did cannot come before that.
    let firstEnd = next.map { calls[$0][positions[$0]].ended }.min() ?? 0
    for process in next {
      let call = calls[process][positions[process]]
      guard call.began < firstEnd || call.ended == firstEnd else { continue }
      var after = state
      guard after.accept(call.operation, call.result, by: Self.owner(process), isAlone: isAlone(call, process)) else {
        continue
      }
      var further = positions
      further[process] += 1
      if let explained = search(after, further) { return explained }
    }
    return nil
  }

  private func isAlone(_ call: Call, _ process: Int) -> Bool {
    calls.indices.allSatisfy { other in
      other == process || calls[other].allSatisfy { $0.ended < call.began || $0.began > call.ended }
    }
  }

  static func owner(_ process: Int) -> String { "worker-\(process)" }
}

extension ConcurrentWindow: CustomStringConvertible {
  var description: String {
    calls.enumerated().flatMap { process, calls in
      calls.map { "\($0.began)-\($0.ended) \(Self.owner(process)): \($0.operation) → \($0.result)" }
    }.joined(separator: "\n")
  }
}
