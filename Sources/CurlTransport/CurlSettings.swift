// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import NetworkAddressing
import ResourceLoading
package import SystemPackage

/// The limits of every transfer, and the network configuration.
package struct CurlSettings: Hashable, Sendable {
  package static let standard = CurlSettings()

  /// The timeout of a connection, including TLS.
  package var connectTimeout = Duration.seconds(10)
  /// The timeout of a request, from its start to the last byte of its response, without redirects.
  package var totalTimeout = Duration.seconds(60)
  /// The timeout without received bytes. Whole seconds, at least one.
  package var idleTimeout = Duration.seconds(30)
  /// The maximum size of a body after decompression.
  package var maximumBodyBytes = 10 << 20
  /// The maximum size of the head of a response.
  package var maximumHeadBytes = 256 << 10
  /// The maximum number of redirects that are followed.
  package var maximumRedirects = 5
  package var connectionsPerHost = 6
  /// Whether HTTP/2 is used over TLS with servers that support it; `nil` if libcurl's is reliable. Without it, concurrent
  /// requests take a connection each.
  package var allowsHTTP2: Bool?
  package var proxy = ProxySettings.none
  /// The certificates to trust, in PEM; `nil` for the system's.
  package var certificateAuthorities: String?
  /// The addresses that a server may redirect to besides its own origin.
  package var addresses = AddressPolicy.publicInternet
  /// The Unix socket of all requests, regardless of their host; `nil` for the network. At most 107 bytes, the limit of
  /// a socket address. No proxy is used with it.
  package var unixSocket: FilePath?
}

/// The proxies of requests. The environment of the process is never read.
package struct ProxySettings: Hashable, Sendable {
  /// No proxy.
  package static let none = ProxySettings(environment: [:])

  /// The URL of the proxy for each scheme.
  private let proxies: [String: String]
  /// Hosts that are reached directly, separated by commas; `*` matches all hosts.
  package let exceptions: String

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// Upper-case names are also read, except for `HTTP_PROXY`: in a CGI environment its value is a header of the
  /// request.
  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let general = value("all_proxy", "ALL_PROXY")
    var proxies: [String: String] = [:]
    proxies["http"] = value("http_proxy") ?? general
    proxies["https"] = value("https_proxy", "HTTPS_PROXY") ?? general
    self.proxies = proxies
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  func proxy(for scheme: String) -> String? { proxies[scheme] }

  /// Returns whether a request uses a proxy: not if the host, or a parent domain, is among ``exceptions``.
  func serves(_ origin: Origin) -> Bool {
    guard proxies[origin.scheme] != nil else { return false }
    return !exceptions.split(whereSeparator: { $0 == "," || $0 == " " }).contains { exception in
      let domain = exception.drop { $0 == "." }.lowercased()
      return exception == "*" || origin.host == domain || origin.host.hasSuffix("." + domain)
    }
  }
}
