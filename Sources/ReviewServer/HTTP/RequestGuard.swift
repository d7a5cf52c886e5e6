// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection: that it is not one too many, that a request comes in within its time, and that an answer which ends
/// the connection is not lost.
///
/// Whoever closes a connection on which something unread is coming in takes back what it wrote (the kernel sends a reset). So the
/// writing end is closed first, and what comes in is dropped: for a moment, and up to so many bytes.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connectionLimit: ConnectionLimit
  private let limit: TimeAmount
  private let lingering: TimeAmount
  private let lingeringBytes: Int
  private let incoming = IncomingByteLimit()
  private let onRefusal: @Sendable (HTTPResponse.Status) -> Void
  private var admission = ConnectionLimit.Admission.full
  private var address: ClientAddress?
  private var isReading = false
  private var isEnding = false
  private var endsAfterAnswer = false
  /// Whether the request that came last has its answer.
  private var isAnswered = false
  private var timer: Scheduled<Void>?
  private var stall: Scheduled<Void>?

  /// - Parameters:
  ///   - limits: how long a request may take to come in, from its header on, and how long and for how many bytes a connection
  ///     lasts after the answer that ends it.
  ///   - onRefusal: told of the answers that it gives itself.
  init(
    connectionLimit: ConnectionLimit, limits: IntakeLimits,
    onRefusal: @escaping @Sendable (HTTPResponse.Status) -> Void
  ) {
    self.connectionLimit = connectionLimit
    limit = TimeAmount(limits.request)
    lingering = TimeAmount(limits.lingering)
    lingeringBytes = limits.lingeringBytes
    self.onRefusal = onRefusal
  }

  func handlerAdded(context: ChannelHandlerContext) {
    address = ClientAddress(context.channel.remoteAddress)
    admission = connectionLimit.take(address)
    do {
      try context.pipeline.syncOperations.addHandler(incoming, position: .first)
    } catch {
      // Only a pipeline that is gone takes no handler.
      context.close(promise: nil)
    }
    if context.channel.isActive { closeWhenAddressIsFull(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    closeWhenAddressIsFull(context)
  }

  /// Without an answer: a client that sends its header slowly must not keep a connection by that.
  private func closeWhenAddressIsFull(_ context: ChannelHandlerContext) {
    guard admission == .addressFull, !isEnding else { return }
    isEnding = true
    onRefusal(.tooManyRequests)
    context.close(promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    stall?.cancel()
    if admission == .admitted { connectionLimit.release(address) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if isEnding {
      if case .end = part { context.close(promise: nil) }
      return
    }
    switch part {
    case .head:
      isReading = true
      isAnswered = false
      guard admission == .admitted else {
        return refuse(context, .serviceUnavailable, "there are too many connections")
      }
    case .body: break
    case .end:
      isReading = false
      timer?.cancel()
      timer = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests come in at once and need no timer.
    if isReading, !isEnding, timer == nil {
      timer = schedule(context, after: limit) { handler, context in
        handler.timer = nil
        handler.refuse(context, .requestTimeout, "the request took too long to come in")
      }
    }
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // Who asks and does not read the answers would keep the connection for ever.
    if context.channel.isWritable {
      stall?.cancel()
      stall = nil
    } else if stall == nil {
      stall = schedule(context, after: limit) { _, context in context.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response): endsAfterAnswer = response.headerFields[.connection] == "close"
    case .body: break
    case .end:
      isAnswered = true
      if endsAfterAnswer {
        context.writeAndFlush(data, promise: promise)
        return end(context)
      }
    }
    context.write(data, promise: promise)
  }

  private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponse.Status, _ words: String) {
    guard !isEnding else { return }
    // Nobody waits for a second answer.
    guard !isAnswered else { return end(context) }
    onRefusal(status)
    let answer = (status == .serviceUnavailable ? HTTPReply.overloaded(words) : .error(words, status)).closing()
    let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(string: answer.body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    end(context)
  }

  private func end(_ context: ChannelHandlerContext) {
    isEnding = true
    timer?.cancel()
    guard isReading else { return context.close(promise: nil) }
    context.close(mode: .output, promise: nil)
    incoming.remaining = lingeringBytes
    timer = schedule(context, after: lingering) { _, context in context.close(promise: nil) }
  }

  private func schedule(
    _ context: ChannelHandlerContext, after time: TimeAmount,
    _ work: @escaping @Sendable (RequestGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let both = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: time) { work(both.value.handler, both.value.context) }
  }
}

@available(*, unavailable)
extension RequestGuard: Sendable {}
