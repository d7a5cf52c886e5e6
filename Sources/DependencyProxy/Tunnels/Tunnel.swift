// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// One connection of a client, from its first byte to its last.
struct Tunnel: Sendable {
  let allowed: [AllowedHost]
  let limits: ProxyLimits
  let connector: Connector
  let budget: ByteBudget
  let ledger: Ledger

  func serve(_ client: Descriptor) {
    do {
      try open(client)
    } catch {
      ledger.refused(error)
      refuse(client, error)
    }
  }

  private func open(_ client: Descriptor) throws(TunnelRefusal) {
    let head: (lines: [String], rest: [UInt8])
    do {
      head = try HeadReader(limit: limits.headBytes).read(from: client, before: Deadline(after: limits.headTime))
    } catch {
      switch error {
      // Nothing was asked for.
      case .ended: return
      case .tooLarge: throw .headTooLarge(limit: limits.headBytes)
      case .tooSlow: throw .headTooSlow
      }
    }
    ledger.asked()
    let destination = try TunnelRequest(head.lines).destination
    let places = allowed.filter { $0.isSamePlace(as: destination) }
    guard !places.isEmpty else { throw .notAllowed(destination) }
    guard !budget.isSpent else { throw .overBudget(destination) }
    let server = try connector.connect(to: destination, permitting: places.compactMap(\.range))
    let greeting = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    guard client.send(greeting, before: Deadline(after: limits.idle)) else { return }
    ledger.opened(destination)
    let relay = Relay(
      idle: limits.idle, budget: ByteBudget(limits.connectionBytes, within: budget), count: ledger.carried)
    if relay.run(client, server.descriptor, fromClient: head.rest, fromServer: server.rest) == .overBudget {
      ledger.refused(.overBudget(destination))
    }
  }

  /// Answers, and reads on for a moment: a connection that is closed with unread bytes loses the answer on its way.
  private func refuse(_ client: Descriptor, _ refusal: TunnelRefusal) {
    let deadline = Deadline(after: limits.lingering)
    guard client.send(refusal.answer, before: deadline) else { return }
    client.endWriting()
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    var left = limits.lingeringBytes
    while left > 0, deadline.wait(for: client, Int16(POLLIN)) {
      let count = recv(client.number, &chunk, chunk.count, Descriptor.receiving)
      guard count > 0 else { return }
      left -= count
    }
  }
}
