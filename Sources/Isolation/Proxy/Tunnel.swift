// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import NetworkAddressing

/// One connection of a client.
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
      ledger.withLock { $0.refused(error) }
      refuse(client, error)
    }
  }

  private func open(_ client: Descriptor) throws(TunnelRefusal) {
    let head: (lines: [String], rest: [UInt8])
    do {
      head = try HeadReader(limit: limits.headBytes).read(from: client, before: Deadline(after: limits.headTime))
    } catch {
      switch error {
      // The client sent no request.
      case .ended: return
      case .tooLarge: throw .headTooLarge(limit: limits.headBytes)
      case .tooSlow: throw .headTooSlow
      }
    }
    ledger.withLock { $0.requests += 1 }
    let destination = try TunnelRequest(head.lines).destination
    let permitted = allowed.filter { $0.isSamePlace(as: destination) }
    guard !permitted.isEmpty else { throw .notAllowed(destination) }
    guard !budget.isSpent else { throw .overBudget(destination) }
    let server = try connector.connect(to: destination, permitting: permitted.compactMap(\.range))
    let greeting = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    guard client.send(greeting, before: Deadline(after: limits.idle)) else { return }
    ledger.withLock { $0.opened(destination) }
    let relay = Relay(idle: limits.idle, budget: ByteBudget(limits.connectionBytes, within: budget)) { sent, received in
      ledger.withLock { $0.carried(sent: sent, received: received) }
    }
    if relay.run(client, server.descriptor, fromClient: head.rest, fromServer: server.rest) == .overBudget {
      ledger.withLock { $0.refused(.overBudget(destination)) }
    }
  }

  /// Sends the answer, and reads on for a moment: a connection that is closed with unread bytes loses the answer in
  /// transit.
  private func refuse(_ client: Descriptor, _ refusal: TunnelRefusal) {
    let deadline = Deadline(after: limits.lingering)
    guard client.send(refusal.response, before: deadline) else { return }
    client.endWriting()
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    var remaining = limits.lingeringBytes
    while remaining > 0, deadline.wait(for: client, Int16(POLLIN)) {
      let count = recv(client.number, &chunk, chunk.count, Descriptor.receiving)
      guard count > 0 else { return }
      remaining -= count
    }
  }
}

/// The reason why a connection was refused. The text is sent to git, which shows some of it to its user, and is in the
/// log of the review.
enum TunnelRefusal: Error, Hashable, Sendable {
  case notARequest
  case headTooLarge(limit: Int)
  case headTooSlow
  /// Plain http, most likely.
  case notATunnel(host: String?)
  case notAHost
  case notAllowed(AllowedHost)
  case privateAddress(AllowedHost, NetworkAddress)
  case unknownHost(AllowedHost)
  case unreachable(AllowedHost)
  case upstreamUnreachable(AllowedHost)
  case upstreamRefused(AllowedHost, status: Int)
  case overBudget(AllowedHost)

  var status: Int {
    switch self {
    case .notARequest: 400
    case .headTooLarge: 431
    case .headTooSlow: 408
    case .notATunnel, .notAHost, .notAllowed, .privateAddress, .overBudget: 403
    case .unknownHost, .unreachable, .upstreamUnreachable, .upstreamRefused: 502
    }
  }

  /// One line. Of the client's text it contains only names of hosts.
  var reason: String {
    switch self {
    case .notARequest: "not an HTTP request"
    case .headTooLarge(let limit): "the request's head has more than \(limit) bytes"
    case .headTooSlow: "timed out while reading the request"
    case .notATunnel(let host): "only https is allowed, by CONNECT\(host.map { ": use an https URL for \($0)" } ?? "")"
    case .notAHost: "the target is not HOST:PORT"
    case .notAllowed(let host): "\(host) is not among the hosts that dependencies may be fetched from"
    case .privateAddress(let host, let address):
      "\(host) is at \(address), which is not on the public internet: if this is intended, allow it with --allow-host \(host)=\(address)"
    case .unknownHost(let host): "unknown host \(host.host)"
    case .unreachable(let host): "cannot reach \(host)"
    case .upstreamUnreachable(let host): "cannot reach the proxy on the way to \(host)"
    case .upstreamRefused(let host, let status): "the proxy on the way to \(host) answers \(status)"
    case .overBudget(let host):
      "cannot connect to \(host): the transfer limit is used up"
    }
  }

  /// As HTTP: the reason in the first line, and as the body for clients that show that.
  var response: [UInt8] {
    let text = "reviewbot: \(reason)"
    return Array(
      """
      HTTP/1.1 \(status) \(text)\r
      Content-Type: text/plain\r
      Content-Length: \(text.utf8.count + 1)\r
      Connection: close\r
      \r
      \(text)

      """.utf8)
  }
}

/// `CONNECT HOST:PORT`, the only allowed request.
struct TunnelRequest: Hashable, Sendable {
  let destination: AllowedHost

  /// - Parameter lines: the unparsed head of the request, which is untrusted.
  init(_ lines: [String]) throws(TunnelRefusal) {
    let fields = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[2] == "HTTP/1.1" || fields[2] == "HTTP/1.0" else { throw .notARequest }
    guard fields[0] == "CONNECT" else { throw .notATunnel(host: Self.host(ofURL: fields[1])) }
    guard fields[1].contains(":"), let destination = AllowedHost(name: String(fields[1])) else { throw .notAHost }
    self.destination = destination
  }

  /// Returns the host of a request of another kind, so that a message can name the dependency.
  private static func host(ofURL text: Substring) -> String? {
    guard let scheme = text.range(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // The text before it may be a password.
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return AllowedHost(name: String(place.prefix { $0 != ":" }))?.host
  }
}
