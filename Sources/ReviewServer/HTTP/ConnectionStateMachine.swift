// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import NIOCore

/// The rules for one HTTP/1.1 connection: whether it is admitted, how long a request may take to arrive, and how the
/// connection ends without the loss of the last response.
///
/// It is a value without timers and without a channel. Its input is events with the time at which they happened, its
/// output is actions.
///
/// A connection that is closed while unread bytes arrive is reset by the kernel, and the client loses the response. So
/// the connection lingers: its output is closed first, and input is discarded for a limited time and number of bytes.
struct ConnectionStateMachine {
  enum Event: Hashable {
    /// The channel is active.
    case opened(ConnectionLimit.Admission)
    case requestHead, requestBody, requestEnd
    /// Everything that was available to read has been parsed.
    case readCompleted
    /// - closes: whether the response ends the connection.
    case responseHead(closes: Bool)
    case responseEnd
    case writabilityChanged(isWritable: Bool)
    /// ``ConnectionStateMachine/deadline`` has passed. Harmless when it has not.
    case deadlineReached
  }

  enum Action: Hashable {
    /// Pass the part of the request on. A part without this action is discarded.
    case forward
    /// Flush the part of the response that was the event.
    case flush
    /// Count a connection or request that the server refused.
    case report(HTTPResponse.Status)
    /// Write a response with the reason for the refusal.
    case respond(HTTPResponse.Status)
    /// Close the output, and close the connection once more than so many bytes arrive.
    case closeOutput(acceptingBytes: Int)
    case close
  }

  private enum Phase {
    /// Between two requests, or after a complete one.
    case idle
    /// A request is arriving; the deadline is set once the first read did not complete it.
    case receiving(until: NIODeadline?)
    case lingering(until: NIODeadline)
    case closed
  }

  private let requestTimeout: TimeAmount
  private let lingeringTime: TimeAmount
  private let lingeringBytes: Int

  private var phase = Phase.idle
  private var admission = ConnectionLimit.Admission.full
  /// Whether the latest request has its whole response.
  private var isResponded = false
  private var closesAfterResponse = false
  /// When a client that reads no responses loses the connection.
  private var stallDeadline: NIODeadline?

  init(_ limits: IntakeLimits) {
    requestTimeout = TimeAmount(limits.request)
    lingeringTime = TimeAmount(limits.lingering)
    lingeringBytes = limits.lingeringBytes
  }

  /// When ``Event/deadlineReached`` is due; `nil` while nothing is timed.
  var deadline: NIODeadline? {
    let phaseDeadline: NIODeadline? =
      switch phase {
      case .receiving(let deadline): deadline
      case .lingering(let deadline): deadline
      case .idle, .closed: nil
      }
    guard let phaseDeadline, let stallDeadline else { return phaseDeadline ?? stallDeadline }
    return min(phaseDeadline, stallDeadline)
  }

  mutating func handle(_ event: Event, at now: NIODeadline) -> [Action] {
    switch event {
    case .opened(let admission):
      self.admission = admission
      // Without a response: a client that sends its header slowly must not keep a connection that way.
      return admission == .addressFull && !isEnding ? [.report(.tooManyRequests)] + close() : []
    case .requestHead: return requestHead(at: now)
    case .requestBody: return isEnding ? [] : Self.forward
    case .requestEnd: return requestEnd()
    case .readCompleted:
      // Most requests are complete after one read and need no deadline.
      if case .receiving(nil) = phase { phase = .receiving(until: now + requestTimeout) }
      return []
    case .responseHead(let closes):
      closesAfterResponse = closes
      return []
    case .responseEnd:
      isResponded = true
      return closesAfterResponse && !isEnding ? [.flush] + end(at: now) : []
    case .writabilityChanged(let isWritable):
      // A client that sends requests and reads no responses would keep the connection forever.
      if case .closed = phase { return [] }
      stallDeadline = isWritable ? nil : stallDeadline ?? now + requestTimeout
      return []
    case .deadlineReached: return deadlineReached(at: now)
    }
  }

  /// A constant, to avoid an allocation for each part of a body.
  private static let forward = [Action.forward]

  private var isEnding: Bool {
    switch phase {
    case .idle, .receiving: false
    case .lingering, .closed: true
    }
  }

  private mutating func requestHead(at now: NIODeadline) -> [Action] {
    guard !isEnding else { return [] }
    phase = .receiving(until: nil)
    isResponded = false
    return admission == .admitted ? Self.forward : refuse(.serviceUnavailable, at: now)
  }

  private mutating func requestEnd() -> [Action] {
    switch phase {
    case .idle, .receiving:
      phase = .idle
      return Self.forward
    case .lingering: return close()
    case .closed: return []
    }
  }

  private mutating func deadlineReached(at now: NIODeadline) -> [Action] {
    if let stallDeadline, stallDeadline <= now { return close() }
    switch phase {
    case .receiving(let deadline?) where deadline <= now: return refuse(.requestTimeout, at: now)
    case .lingering(let deadline) where deadline <= now: return close()
    default: return []
    }
  }

  private mutating func refuse(_ status: HTTPResponse.Status, at now: NIODeadline) -> [Action] {
    // A request has one response.
    isResponded ? end(at: now) : [.report(status), .respond(status)] + end(at: now)
  }

  private mutating func end(at now: NIODeadline) -> [Action] {
    guard case .receiving = phase else { return close() }
    phase = .lingering(until: now + lingeringTime)
    return [.closeOutput(acceptingBytes: lingeringBytes)]
  }

  private mutating func close() -> [Action] {
    guard case .closed = phase else {
      phase = .closed
      stallDeadline = nil
      return [.close]
    }
    return []
  }
}
