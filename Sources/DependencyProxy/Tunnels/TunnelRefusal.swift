// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import NetworkAddressing

/// Why a connection was not made. The words reach git, which shows some of them to its user, and the review's report.
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

  /// One line. Of what the client wrote it holds nothing but names of hosts.
  var reason: String {
    switch self {
    case .notARequest: "this is not an HTTP request"
    case .headTooLarge(let limit): "the request's head has more than \(limit) bytes"
    case .headTooSlow: "the request came too slowly"
    case .notATunnel(let host): "only https passes, by CONNECT\(host.map { ": use an https URL for \($0)" } ?? "")"
    case .notAHost: "what is to be connected to is not HOST:PORT"
    case .notAllowed(let host): "\(host) is not allowed: allow it with --allow-host \(host)"
    case .privateAddress(let host, let address):
      "\(host) is at \(address), which is not on the public internet: if that is meant, allow it with --allow-host \(host)=\(address)"
    case .unknownHost(let host): "there is no host \(host.host)"
    case .unreachable(let host): "\(host) cannot be reached"
    case .upstreamUnreachable(let host): "the proxy on the way to \(host) cannot be reached"
    case .upstreamRefused(let host, let status): "the proxy on the way to \(host) answers \(status)"
    case .overBudget(let host):
      "no more bytes may pass: all that were allowed are used up, so that \(host) is out of reach"
    }
  }

  /// The host that was wanted, where the request named one.
  var host: String? {
    switch self {
    case .notARequest, .headTooLarge, .headTooSlow, .notAHost: nil
    case .notATunnel(let host): host
    case .notAllowed(let host), .privateAddress(let host, _), .unknownHost(let host), .unreachable(let host),
      .upstreamUnreachable(let host), .upstreamRefused(let host, _), .overBudget(let host):
      host.description
    }
  }

  /// As HTTP: the reason in the first line and, for whoever shows that, as text.
  var answer: [UInt8] {
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
