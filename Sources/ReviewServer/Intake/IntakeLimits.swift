// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import HTTPTypes
import HummingbirdCore
import NIOCore
package import NetworkAddressing

/// How much the intake takes at once. Who sends has not proved anything yet while most of these count.
package struct IntakeLimits: Hashable, Sendable {
  /// The largest body of a message, in bytes.
  package var body = WebhookFlavor.largestBody
  /// The bytes of all bodies that are being read and not yet checked.
  package var bodiesInFlight = 64 << 20
  package var connections = 1_000
  /// Addresses that may have all connections, such as that of a server in front of this one. Every other address may have one in
  /// ``addressesForAll``.
  package var trustedProxies = AddressRange.loopback
  /// How long a message may take to come in after its header. Forges wait 10 s for an answer
  /// (https://docs.github.com/en/webhooks/using-webhooks/best-practices-for-using-webhooks), so that a later one helps nobody.
  package var request: Duration = .seconds(8)
  /// How long a connection may be silent before a header is complete, and between two requests.
  package var header: Duration = .seconds(5)
  /// How long, and for how many bytes, a connection lasts after the answer that ends it while its request still comes in. A client
  /// that is still sending would lose the answer if the connection were closed at once.
  package var lingering: Duration = .seconds(1)
  package var lingeringBytes = 1 << 20
  /// How long requests that are in work may take to end when the server is stopped.
  package var stopping: Duration = .seconds(5)

  /// So many addresses take all connections together: a single one, however slowly it sends, leaves room for others.
  static let addressesForAll = 10

  package init() {}
}

/// Reads bodies of requests, as far as there is room for them.
///
/// Room is taken as bytes come in, not as they are announced: an announcement costs its sender nothing.
struct BodyReader: Sendable {
  enum Failure: Error {
    case tooLarge
    /// Bodies of others take up all the room.
    case noRoom
    /// The sender stopped before the end.
    case cutOff
  }

  let limit: Int
  let budget: ByteBudget

  /// Whether the header announces a body that is too large.
  func refuses(_ request: Request) -> Bool {
    guard let text = request.headers[.contentLength] else { return false }
    return Int(text).map { $0 > limit } ?? true
  }

  /// Reads the body and gives it to a function; the room is free again when that returns.
  func read<Result>(_ request: Request, _ use: ([UInt8]) throws -> Result) async throws -> Result {
    var body: [UInt8] = []
    defer { budget.giveBack(body.count) }
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    // Room in memory for an ordinary message; it costs nothing until it is written.
    body.reserveCapacity(min(announced ?? 0, 64 << 10))
    for try await part in request.body {
      let count = part.readableBytes
      guard body.count + count <= limit else { throw Failure.tooLarge }
      guard budget.take(count) else { throw Failure.noRoom }
      body.append(contentsOf: part.readableBytesView)
    }
    // Part of a message must not pass for the whole: when this task is cancelled the body just ends.
    guard !Task.isCancelled, announced == nil || announced == body.count else { throw Failure.cutOff }
    return try use(body)
  }
}

/// How many bytes may be held at once, by all together.
final class ByteBudget: Sendable {
  private let limit: Int
  private let taken = Locked(0)
  private let gauge = Gauge(label: "reviewbot_webhook_bytes_in_flight")

  private let onChange: @Sendable (Int) -> Void

  /// - Parameter onChange: told how many are held, in the order of the changes. It returns at once.
  init(_ limit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onChange = onChange
  }

  /// False when there is no room; then nothing was taken.
  func take(_ count: Int) -> Bool {
    taken.withLock { taken in
      guard count <= limit - taken else { return false }
      taken += count
      gauge.record(taken)
      onChange(taken)
      return true
    }
  }

  func giveBack(_ count: Int) {
    guard count > 0 else { return }
    taken.withLock { taken in
      taken -= count
      gauge.record(taken)
      onChange(taken)
    }
  }

  /// What is held now.
  var held: Int { taken.withLock { $0 } }
}
