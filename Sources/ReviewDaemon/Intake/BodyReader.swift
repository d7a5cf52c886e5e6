// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore
import NIOCore

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
