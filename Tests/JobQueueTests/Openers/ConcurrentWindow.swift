// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Operations of several processes between two moments without running operations.
struct ConcurrentWindow: Sendable {
  /// A call, with its begin and end in the order of all begins and ends.
  struct Call: Sendable {
    let operation: QueueOperation
    let result: QueueOperation.Result
    let began: Int
    let ended: Int
  }

  /// The calls of each process, in their order.
  let calls: [[Call]]
  /// The contents of the queue after the window.
  let contents: QueueContents

  /// Searches for a serial order that explains the results and the contents, and respects real time: a call that ended
  /// before another began comes before it.
  ///
  /// - Parameter state: the state before the window.
  /// - Returns: the state after it; `nil` if there is no such order.
  func explained(from state: SerialState) -> SerialState? {
    var furthest = Furthest()
    return search(state, [], &furthest)
  }

  /// Returns why no serial order explains the window: for the longest orders that explain the results so far, the
  /// model's result of each possible next call.
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

  /// - Parameter order: the processes of the previous calls, in the order of the calls.
  private func search(_ state: SerialState, _ order: [Int], _ furthest: inout Furthest) -> SerialState? {
    let positions = calls.indices.map { process in order.count { $0 == process } }
    let next = calls.indices.filter { positions[$0] < calls[$0].count }
    if next.isEmpty {
      if let after = state.matching(contents) { return after }
      furthest.note(order, state.differences(contents))
      return nil
    }
    // A call that began after the end of another one cannot come before it.
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
