// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// How urgent the writes of a task are. Of the writes that wait for their turn, the most urgent ones are sent first.
package enum WriteUrgency: Int, Comparable, Sendable {
  /// What a later write of the same subject replaces, such as that a result is pending.
  case announcement
  case result

  /// The urgency of the writes of this task.
  @TaskLocal package static var current = WriteUrgency.result

  package static func < (left: WriteUrgency, right: WriteUrgency) -> Bool { left.rawValue < right.rawValue }
}

/// The waiting line of requests. A limited number of them have a place, in which they are sent, writes at the time that
/// they reserved; the others wait for a place, the most urgent first.
final class RequestLine: Sendable {
  /// A place in the line, or in front of it.
  struct Place: Sendable {
    let number: Int
    let urgency: WriteUrgency
    /// Whether the time of another write, which had reserved it, was passed on to this one.
    var hasTurn = false
  }

  private struct Waiter: Sendable {
    let place: Place
    let continuation: CheckedContinuation<Place?, Never>
  }

  private struct State: Sendable {
    var free: Int
    var waiters: [Waiter] = []
    var lastNumber = 0

    /// Removes the most urgent waiter, the oldest of several.
    mutating func next(over urgency: WriteUrgency? = nil) -> Waiter? {
      let index = waiters.indices.min { left, right in
        let (left, right) = (waiters[left].place, waiters[right].place)
        return left.urgency == right.urgency ? left.number < right.number : left.urgency > right.urgency
      }
      guard let index, urgency.map({ waiters[index].place.urgency > $0 }) ?? true else { return nil }
      return waiters.remove(at: index)
    }
  }

  private let state: Locked<State>

  /// - Parameter capacity: the number of places; at least one.
  init(capacity: Int) {
    precondition(capacity > 0, "a line of \(capacity) places would block forever")
    state = Locked(State(free: capacity))
  }

  /// The number of requests that wait for a place.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Waits for a place. Each call that does not throw needs one ``leave()`` or ``pass(_:)``.
  ///
  /// - Throws: ``TransportError`` with `cancelled` when the task is cancelled while it waits.
  func enter(_ urgency: WriteUrgency) async throws(TransportError) -> Place {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await wait(Place(number: number, urgency: urgency))
  }

  /// Leaves the line.
  func leave() {
    let next = state.withLock { state -> Waiter? in
      let next = state.next()
      if next == nil { state.free += 1 }
      return next
    }
    if let next { next.continuation.resume(returning: next.place) }
  }

  /// Passes place and turn on to a more urgent write, if there is one.
  ///
  /// - Returns: whether it was passed on. Then the place must be waited for again with ``returnTo(_:)``.
  func pass(_ place: Place) -> Bool {
    guard let next = state.withLock({ $0.next(over: place.urgency) }) else { return false }
    var taken = next.place
    taken.hasTurn = true
    next.continuation.resume(returning: taken)
    return true
  }

  /// Waits for a place again, before the writes of the same urgency that arrived later.
  ///
  /// - Throws: as ``enter(_:)``.
  func returnTo(_ place: Place) async throws(TransportError) -> Place {
    try await wait(Place(number: place.number, urgency: place.urgency))
  }

  private func wait(_ place: Place) async throws(TransportError) -> Place {
    enum Outcome {
      case waits, cancelled, entered
    }
    let entered: Place? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state -> Outcome in
          // Inside the lock: an earlier cancellation is detected here, a later one finds the waiter.
          if Task.isCancelled { return .cancelled }
          guard state.free == 0 else {
            state.free -= 1
            return .entered
          }
          state.waiters.append(Waiter(place: place, continuation: continuation))
          return .waits
        }
        switch outcome {
        case .waits: break
        case .cancelled: continuation.resume(returning: nil)
        case .entered: continuation.resume(returning: place)
        }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.place.number == place.number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: nil)
    }
    guard let entered else { throw TransportError(.cancelled, "cancelled while waiting for a turn") }
    return entered
  }
}
