// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import HTTPTypes
import HummingbirdCore
import NIOCore
package import NetworkAddressing

/// The limits of an HTTP server. Most of them apply before the client is authenticated.
package struct IntakeLimits: Hashable, Sendable {
  /// The largest body of a request, in bytes. GitHub sends at most 25 MB and drops larger events
  /// (https://docs.github.com/en/webhooks/webhook-events-and-payloads); GitLab's default is the same
  /// (https://docs.gitlab.com/user/project/integrations/webhooks/).
  package var body = 25 << 20
  /// The largest total of all bodies that are being read, in bytes.
  package var bodiesInFlight = 64 << 20
  package var connections = 1_000
  /// Addresses that may have all connections, such as a reverse proxy. Every other address may have one connection in
  /// ``addressesForAll``.
  package var trustedProxies = AddressRange.loopback
  /// How long a body may take to arrive after its header. Forges wait 10 s for a response
  /// (https://docs.github.com/en/webhooks/using-webhooks/best-practices-for-using-webhooks).
  package var request: Duration = .seconds(8)
  /// How long a connection may be idle before a header is complete, and between two requests.
  package var header: Duration = .seconds(5)
  /// How long, and for how many bytes, a connection lingers after its last response while its request still arrives. A
  /// client that is still sending would lose the response if the connection were closed immediately.
  package var lingering: Duration = .seconds(1)
  package var lingeringBytes = 1 << 20
  /// How long requests in progress may take when the server stops.
  package var stopping: Duration = .seconds(5)

  /// The number of addresses that can use all connections together: a single slow client leaves room for others.
  static let addressesForAll = 10

  package init() {}
}

/// Reads bodies of requests within a byte budget.
///
/// Bytes are taken from the budget as they arrive, not as `Content-Length` declares them, which costs a client nothing.
struct BodyReader: Sendable {
  enum Failure: Error {
    case tooLarge
    /// Other bodies use the whole budget.
    case budgetExhausted
    /// The client stopped before the end.
    case truncated
  }

  let limit: Int
  let budget: BytesInFlight

  /// Whether `Content-Length` exceeds the limit or is invalid.
  func refuses(_ request: Request) -> Bool {
    guard let text = request.headers[.contentLength] else { return false }
    return Int(text).map { $0 > limit } ?? true
  }

  /// Reads the body and passes it to a function; the bytes return to the budget when that returns.
  ///
  /// - Throws: ``Failure``, and errors of the function.
  func read<Result>(_ request: Request, _ use: ([UInt8]) throws -> Result) async throws -> Result {
    var body: [UInt8] = []
    defer { budget.release(body.count) }
    let declared = request.headers[.contentLength].flatMap { Int($0) }
    // Enough for most deliveries; reserved memory costs nothing until it is written.
    body.reserveCapacity(min(declared ?? 0, 64 << 10))
    for try await part in request.body {
      let count = part.readableBytes
      guard body.count + count <= limit else { throw Failure.tooLarge }
      guard budget.take(count) else { throw Failure.budgetExhausted }
      body.append(contentsOf: part.readableBytesView)
    }
    // A truncated body must not be taken for a complete one: when this task is cancelled, the body just ends.
    guard !Task.isCancelled, declared == nil || declared == body.count else { throw Failure.truncated }
    return try use(body)
  }
}

/// A limit on the bytes that all requests together hold.
final class BytesInFlight: Sendable {
  private let limit: Int
  private let taken = Locked(0)
  private let gauge = Gauge(label: "reviewbot_webhook_bytes_in_flight")

  private let onChange: @Sendable (Int) -> Void

  /// - Parameter onChange: called with the bytes that are held, in the order of the changes; must return immediately.
  init(_ limit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onChange = onChange
  }

  /// - Returns: `false` when the budget is exhausted; then nothing was taken.
  func take(_ count: Int) -> Bool {
    taken.withLock { taken in
      guard count <= limit - taken else { return false }
      taken += count
      gauge.record(taken)
      onChange(taken)
      return true
    }
  }

  func release(_ count: Int) {
    guard count > 0 else { return }
    taken.withLock { taken in
      taken -= count
      gauge.record(taken)
      onChange(taken)
    }
  }

  /// The bytes that are held now.
  var held: Int { taken.withLock { $0 } }
}
