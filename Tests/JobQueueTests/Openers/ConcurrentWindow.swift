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
  func explained(from state: SerialState) -> SerialState? {
    var furthest = Furthest()
    return search(state, [], &furthest)
  }

  /// Why no serial order explains the window: the longest orders that explain the results so far, and what each call
  /// that could be next would return in the model.
  func contradictions(from state: SerialState) -> String {
    var furthest = Furthest()
    _ = search(state, [], &furthest)
    return furthest.reasons.joined(separator: "\n")
  }

  /// The longest orders that the search found.
  private struct Furthest {
    var length = 0
    var reasons: [String] = []

    mutating func note(_ order: [Int], _ reason: @autoclosure () -> String) {
      guard order.count >= length else { return }
      if order.count > length { (length, reasons) = (order.count, []) }
      reasons.append("after the calls of \(order.map { ConcurrentWindow.owner($0) }): \(reason())")
    }
  }

  /// - Parameter order: whose calls came before, each process's in its own order.
  private func search(_ state: SerialState, _ order: [Int], _ furthest: inout Furthest) -> SerialState? {
    let positions = calls.indices.map { process in order.count { $0 == process } }
    let next = calls.indices.filter { positions[$0] < calls[$0].count }
    if next.isEmpty {
      if let after = state.matching(contents) { return after }
      furthest.note(order, state.differences(contents))
      return nil
    }
    // What has not ended yet when the first of the others did cannot come before that.
    let firstEnd = next.map { calls[$0][positions[$0]].ended }.min() ?? 0
    for process in next {
      let call = calls[process][positions[process]]
      guard call.began < firstEnd || call.ended == firstEnd else { continue }
      let states = state.accepting(
        call.operation, call.result, by: Self.owner(process), isAlone: isAlone(call, process))
      if states.isEmpty {
        furthest.note(order, "\(call.operation) → \(state.expected(call.operation)), and not \(call.result)")
      }
      for after in states {
        if let explained = search(after, order + [process], &furthest) { return explained }
      }
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
