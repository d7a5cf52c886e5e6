// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import NIOCore

/// Closes a connection when more than so many bytes came in from some moment on.
///
/// It stands before HTTP is parsed, because chunk sizes and trailers are no part of what comes out of the parser.
final class IncomingByteLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// How many bytes may still come in; without a limit as long as it is `nil`.
  var remaining: Int?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    // What came in together with the cause of the limit does not count.
    let before = remaining
    context.fireChannelRead(data)
    guard let before else { return }
    remaining = before - count
    if count > before { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension IncomingByteLimit: Sendable {}
