// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Isolation
package import ReviewContract

/// The hosts that dependencies can be fetched from during a review: `--allow-host HOST`.
package enum AllowedHosts {
  /// The host of most Swift packages.
  private static let common = "github.com"

  /// - Parameter arguments: the operator's additional hosts, as `HOST` or `HOST:PORT`; with `=ADDRESS/BITS` for a host
  ///   in a private network.
  /// - Throws: ``UsageError`` for a malformed argument.
  package static func parse(_ arguments: [String]) throws(UsageError) -> [AllowedHost] {
    try arguments.map { argument throws(UsageError) in
      guard let host = AllowedHost(argument) else {
        throw UsageError("--allow-host takes HOST, not \"\(argument)\"", remedy: "name the host without https://")
      }
      return host
    }
  }

  /// The hosts that are allowed without an option.
  ///
  /// - Parameter cloneURL: the URL of the repository under review, whose server is allowed if the URL uses HTTPS.
  package static func standard(cloneURL: String) -> [AllowedHost] {
    [common, server(of: cloneURL)].compactMap(\.self).compactMap { AllowedHost($0) }
  }

  /// Returns the TCP ports that the worker connects to: those of the hosts, of the proxy between the host's network and
  /// the internet, and of name servers. So it cannot reach services on other ports, such as the queue's database.
  package static func ports(of hosts: [AllowedHost], environment: [String: String]) -> Set<UInt16> {
    // The worker reports a proxy that cannot be used.
    let upstream = try? UpstreamProxy.from(environment: environment)
    return Set(hosts.map(\.port) + [upstream?.port, Self.nameServers].compactMap(\.self))
  }

  private static let nameServers: UInt16 = 53

  private static func server(of url: String) -> String? {
    guard url.lowercased().hasPrefix("https://") else { return nil }
    return String(url.dropFirst("https://".count).prefix { $0 != "/" })
  }
}
