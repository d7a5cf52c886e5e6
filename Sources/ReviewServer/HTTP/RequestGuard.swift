// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Applies the limits of the server to one connection: reports events of the channel to a ``ConnectionStateMachine``
/// and carries out its actions.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connectionLimit: ConnectionLimit
  private let incoming = IncomingByteLimit()
  private let onRefusal: @Sendable (HTTPResponse.Status) -> Void
  private var machine: ConnectionStateMachine
  private var address: ClientAddress?
  private var admission = ConnectionLimit.Admission.full
  private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

  /// - Parameters:
  ///   - limits: ``IntakeLimits/request``, ``IntakeLimits/lingering`` and ``IntakeLimits/lingeringBytes`` apply.
  ///   - onRefusal: called with the status of each request that the guard refuses; returns immediately.
  init(
    connectionLimit: ConnectionLimit, limits: IntakeLimits,
    onRefusal: @escaping @Sendable (HTTPResponse.Status) -> Void
  ) {
    self.connectionLimit = connectionLimit
    self.onRefusal = onRefusal
    machine = ConnectionStateMachine(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    address = ClientAddress(context.channel.remoteAddress)
    admission = connectionLimit.take(address)
    do {
      try context.pipeline.syncOperations.addHandler(incoming, position: .first)
    } catch {
      // Only the pipeline of a closed channel accepts no handler.
      context.close(promise: nil)
    }
    if context.channel.isActive { handle(.opened(admission), context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    handle(.opened(admission), context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.task.cancel()
    timer = nil
    if admission == .admitted { connectionLimit.release(address) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let event: ConnectionStateMachine.Event =
      switch unwrapInboundIn(data) {
      case .head: .requestHead
      case .body: .requestBody
      case .end: .requestEnd
      }
    handle(event, context, part: data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    handle(.readCompleted, context)
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    handle(.writabilityChanged(isWritable: context.channel.isWritable), context)
    context.fireChannelWritabilityChanged()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let actions: [ConnectionStateMachine.Action] =
      switch unwrapOutboundIn(data) {
      case .head(let response):
        machine.handle(
          .responseHead(closes: response.headerFields[.connection] == "close"), at: context.eventLoop.now)
      case .body: []
      case .end: machine.handle(.responseEnd, at: context.eventLoop.now)
      }
    context.write(data, promise: promise)
    perform(actions, context)
  }

  /// - Parameter part: the part of the request that caused the event.
  private func handle(
    _ event: ConnectionStateMachine.Event, _ context: ChannelHandlerContext, part: NIOAny? = nil
  ) {
    perform(machine.handle(event, at: context.eventLoop.now), context, part: part)
  }

  private func perform(
    _ actions: [ConnectionStateMachine.Action], _ context: ChannelHandlerContext, part: NIOAny? = nil
  ) {
    for action in actions {
      switch action {
      case .forward: if let part { context.fireChannelRead(part) }
      case .flush: context.flush()
      case .report(let status): onRefusal(status)
      case .respond(let status): write(HTTPReply.refusal(status), context)
      case .closeOutput(let bytes):
        context.close(mode: .output, promise: nil)
        incoming.remaining = bytes
      case .close: context.close(promise: nil)
      }
    }
    schedule(context)
  }

  private func write(_ reply: HTTPReply, _ context: ChannelHandlerContext) {
    let head = HTTPResponse(status: reply.status, headerFields: reply.fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(string: reply.body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Keeps one timer, for the deadline of the state machine.
  private func schedule(_ context: ChannelHandlerContext) {
    guard machine.deadline != timer?.deadline else { return }
    timer?.task.cancel()
    timer = machine.deadline.map { deadline in
      let both = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      let task = context.eventLoop.scheduleTask(deadline: deadline) {
        let (handler, context) = both.value
        handler.timer = nil
        handler.handle(.deadlineReached, context)
      }
      return (deadline, task)
    }
  }
}

extension HTTPReply {
  /// The reply to a request that the guard refuses: 503 for a connection over the limit, 408 for a request that took
  /// too long to arrive.
  fileprivate static func refusal(_ status: HTTPResponse.Status) -> HTTPReply {
    let reply =
      status == .serviceUnavailable
      ? overloaded("too many connections") : error("the request took too long to arrive", status)
    return reply.closing()
  }
}

@available(*, unavailable)
extension RequestGuard: Sendable {}
