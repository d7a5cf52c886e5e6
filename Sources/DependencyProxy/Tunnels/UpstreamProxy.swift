// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The proxy that this machine's network has on the way out.
package struct UpstreamProxy: Hashable, Sendable {
  /// The proxy of an environment cannot be used.
  package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  let host: String
  let port: UInt16
  private let exceptions: [String]

  /// Reads `https_proxy` and `no_proxy` as programs do; `nil` without a proxy.
  package static func from(environment: [String: String]) throws(Unusable) -> UpstreamProxy? {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let text = environment[name] else {
      return nil
    }
    return try UpstreamProxy(
      text, variable: name, exceptions: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
  }

  private init(_ text: String, variable: String, exceptions: String) throws(Unusable) {
    var rest = text[...]
    if let scheme = text.range(of: "://") {
      guard text[..<scheme.lowerBound].lowercased() == "http" else {
        throw Unusable(
          description: "the proxy in \(variable) is not spoken to over http; name one as http://HOST:PORT")
      }
      rest = text[scheme.upperBound...]
    }
    // Its text is not repeated: it may hold a password.
    guard !rest.contains("@") else {
      throw Unusable(
        description: "the proxy in \(variable) has a password, which code under review could read; "
          + "name one without, or a local one that adds it")
    }
    let authority = rest.prefix { $0 != "/" }
    let hasPort = authority.contains(":")
    guard let place = AllowedHost(name: hasPort ? String(authority) : "\(authority):1080") else {
      throw Unusable(description: "the proxy in \(variable) is not a URL; name one as http://HOST:PORT")
    }
    host = place.host
    port = place.port
    self.exceptions = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Whether a host is reached through the proxy: not when `no_proxy` names it or a domain that it is in.
  func serves(_ host: String) -> Bool {
    !exceptions.contains { exception in
      if exception == "*" { return true }
      let domain = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
      return host == domain || host.hasSuffix("." + domain)
    }
  }
}
