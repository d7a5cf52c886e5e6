// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Records connections and refusals. Clients cannot make the record larger than its bounds.
typealias Ledger = Locked<ProxyAccount>

extension ProxyAccount {
  mutating func opened(_ host: AllowedHost) { Self.count(host.description, in: &opened) }

  mutating func refused(_ refusal: TunnelRefusal) {
    Self.count(refusal.reason, in: &refused)
    switch refusal {
    case .notAllowed: foreignConnections += 1
    case .notATunnel(host: .some): unencryptedRequests += 1
    case .notATunnel(host: nil), .notARequest, .headTooLarge, .headTooSlow, .notAHost, .privateAddress, .unknownHost,
      .unreachable, .upstreamUnreachable, .upstreamRefused, .overBudget:
      // The only hosts in these reasons are those that the operator allows.
      Self.count(refusal.reason, in: &publicReasons)
    }
  }

  mutating func carried(sent: Int, received: Int) {
    sentBytes += sent
    receivedBytes += received
  }

  private static func count(_ name: String, in counts: inout [String: Int]) {
    let isListed = counts[name] != nil || counts.count < maximumListed
    counts[isListed ? name : others, default: 0] += 1
  }
}

/// The proxy's connections and refusals, for the report.
package struct ProxyAccount: Hashable, Sendable {
  /// The number of opened tunnels, by host.
  package internal(set) var opened: [String: Int] = [:]
  /// The number of refusals, by reason. It contains names of hosts that the code under review chose.
  package internal(set) var refused: [String: Int] = [:]
  /// The number of refusals, by reasons for the report.
  var publicReasons: [String: Int] = [:]
  /// The connections to hosts that the operator does not allow.
  var foreignConnections = 0
  /// The requests for a host without https.
  var unencryptedRequests = 0
  package internal(set) var requests = 0
  /// From the code under review to the hosts.
  package internal(set) var sentBytes = 0
  /// From the hosts to the code under review.
  package internal(set) var receivedBytes = 0

  /// The number of hosts and reasons that are listed; others are only counted.
  static let maximumListed = 50
  /// The key under which the others are counted.
  static let others = "others"

  /// One sentence for each reason of a refusal, for the report. The code under review can ask for any host, and a report
  /// that names one beside a remedy recommends it: those hosts are only counted.
  package var notes: [String] {
    var notes = Self.sentences(publicReasons)
    if foreignConnections > 0 {
      let connections = foreignConnections == 1 ? "1 connection was" : "\(foreignConnections) connections were"
      notes.append(
        "dependencies: \(connections) refused, to a host that is not allowed; the log has the names of such hosts (check "
          + "--verbose); if a dependency needs one, allow it with --allow-host HOST")
    }
    if unencryptedRequests > 0 {
      let requests = unencryptedRequests == 1 ? "1 request was" : "\(unencryptedRequests) requests were"
      notes.append(
        "dependencies: \(requests) refused, because only https is allowed; the log has the names of the hosts")
    }
    return notes
  }

  /// One sentence for each reason of a refusal, with the names of all hosts: for the log of a review, which only the
  /// operator reads. Hostile text.
  package var log: [String] { Self.sentences(refused) }

  private static func sentences(_ reasons: [String: Int]) -> [String] {
    reasons.keys.sorted().map { reason in
      reason == Self.others ? "dependencies: more refusals than are listed" : "dependencies: \(reason)"
    }
  }

  package init() {}
}

/// The limits of connections through the proxy.
package struct ProxyLimits: Hashable, Sendable {
  package static let standard = ProxyLimits()

  /// Connections that are served at once. Others wait.
  package var connections = 64
  /// A request's head, and the time for receiving it.
  package var headBytes = 8 << 10
  package var headTime = Duration.seconds(30)
  /// For connecting to a host, for all its addresses together.
  package var connectTime = Duration.seconds(20)
  /// The idle timeout of a connection: servers are silent while they pack a large repository.
  package var idle = Duration.seconds(120)
  /// Both directions together, with room for the history of the largest packages.
  package var connectionBytes = 2 << 30
  /// All connections of a run together, both directions.
  package var runBytes = 4 << 30

  /// The number of addresses that are tried for one host.
  var triedAddresses: Int { 8 }
  /// How long a refused client's input is read, and how many bytes of it.
  var lingering: Duration { .seconds(2) }
  var lingeringBytes: Int { 4 << 20 }
}
