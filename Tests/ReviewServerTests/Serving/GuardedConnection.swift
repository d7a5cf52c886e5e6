// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

@testable import ReviewServer

/// A connection with a guard, in memory: the test controls its input, output and time.
struct GuardedConnection {
  let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let record = ConnectionRecord()
  private let refused = Locked<[HTTPResponse.Status]>([])

  init(connectionLimit: ConnectionLimit = ConnectionLimit(1), limits change: (inout IntakeLimits) -> Void = { _ in })
    throws
  {
    var limits = IntakeLimits.untimed
    change(&limits)
    channel = EmbeddedChannel(loop: loop)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    let refused = refused
    try pipeline.addHandler(
      RequestGuard(connectionLimit: connectionLimit, limits: limits) { status in refused.withLock { $0.append(status) }
      })
    try pipeline.addHandler(BodyRecorder(record))
    // Before all other handlers, including those that the guard adds.
    try pipeline.addHandler(ClosingRecorder(record), position: .first)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
  }

  /// How the channel was closed: its output alone, or all of it.
  var closings: [CloseMode] { record.closings }
  /// The number of body parts that the guard forwarded.
  var forwarded: Int { record.bodies }
  /// The statuses of the refusals by the guard.
  var refusals: [HTTPResponse.Status] { refused.withLock { $0 } }

  func receive(_ text: String) throws {
    channel.pipeline.fireChannelRead(ByteBuffer(string: text))
    channel.pipeline.fireChannelReadComplete()
    // The parser reports an error when the connection ends within a request.
    if channel.isActive { try channel.throwIfErrorCaught() }
  }

  /// Sends a response that ends the connection.
  func answerClosing() throws {
    let fields: HTTPFields = [.connection: "close", .contentLength: "0"]
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge, headerFields: fields)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
  }

  /// The output since the last call.
  func sent() throws -> String {
    var text = ""
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
    return text
  }

  func setWritable(_ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  /// Closes the connection from the client's side.
  func end() throws {
    channel.close(promise: nil)
    loop.run()
  }
}

private final class ConnectionRecord {
  var closings: [CloseMode] = []
  var bodies = 0
}

/// Records how a connection is closed; its input stays open when only the output is closed, as on a socket.
private final class ClosingRecorder: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private let record: ConnectionRecord

  init(_ record: ConnectionRecord) {
    self.record = record
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    record.closings.append(mode)
    if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
  }
}

/// Counts the forwarded parts of bodies.
private final class BodyRecorder: ChannelInboundHandler {
  typealias InboundIn = HTTPRequestPart

  private let record: ConnectionRecord

  init(_ record: ConnectionRecord) {
    self.record = record
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .body = unwrapInboundIn(data) { record.bodies += 1 }
  }
}
