// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
package import NetworkAddressing
import ResourceLoading
package import SystemPackage

/// The limits of every transfer, and the way out to the network.
package struct CurlSettings: Hashable, Sendable {
  /// Until the connection, TLS included, stands.
  package var connectTimeout: Duration
  /// From the start of a request, redirects not included, to the last byte of its answer.
  package var totalTimeout: Duration
  /// The same for a request whose body comes from a file or whose answer goes to one.
  package var fileTimeout: Duration
  /// How long a transfer may go without a byte. Whole seconds, at least one.
  package var idleTimeout: Duration
  /// The longest body, counted after decompression.
  package var maximumBodyBytes: Int
  /// The longest head of an answer.
  package var maximumHeadBytes: Int
  /// How many redirects are followed.
  package var maximumRedirects: Int
  package var connectionsPerHost: Int
  /// Whether HTTP/2 is spoken over TLS with servers that can. Without it, requests that come together take a connection
  /// each.
  package var allowsHTTP2: Bool
  package var proxy: ProxySettings
  /// The certificates to trust, in PEM; `nil` means the system's.
  package var certificateAuthorities: String?
  /// Where a server may redirect to besides its own origin.
  package var addresses: AddressPolicy
  /// The Unix socket that all requests go to, whatever host they name; `nil` means the network. At most 107 bytes,
  /// which is what an address has room for. No proxy is used then.
  package var unixSocket: FilePath?

  package init(
    connectTimeout: Duration = .seconds(10), totalTimeout: Duration = .seconds(60),
    fileTimeout: Duration = .seconds(1800), idleTimeout: Duration = .seconds(30), maximumBodyBytes: Int = 10 << 20,
    maximumHeadBytes: Int = 256 << 10,
    maximumRedirects: Int = 5, connectionsPerHost: Int = 6,
    allowsHTTP2: Bool = CurlVersion.multiplexesReliably, proxy: ProxySettings = .none,
    certificateAuthorities: String? = nil, addresses: AddressPolicy = .publicInternet, unixSocket: FilePath? = nil
  ) {
    self.connectTimeout = connectTimeout
    self.totalTimeout = totalTimeout
    self.fileTimeout = fileTimeout
    self.idleTimeout = idleTimeout
    self.maximumBodyBytes = maximumBodyBytes
    self.maximumHeadBytes = maximumHeadBytes
    self.maximumRedirects = maximumRedirects
    self.connectionsPerHost = connectionsPerHost
    self.allowsHTTP2 = allowsHTTP2
    self.proxy = proxy
    self.certificateAuthorities = certificateAuthorities
    self.addresses = addresses
    self.unixSocket = unixSocket
  }
}

/// What the libcurl that is there can be trusted with.
package enum CurlVersion {
  /// Whether several transfers may share an HTTP/2 connection.
  ///
  /// With 7.88.1 one of twenty was now and then left without its data on a busy machine, until it timed out. libcurl
  /// rewrote its HTTP/2 for 8.1.
  package static let multiplexesReliably = reviewbot_curl_version() >= 0x080100

  /// Such as `7.88.1`.
  package static var text: String {
    let number = reviewbot_curl_version()
    return "\(number >> 16).\(number >> 8 & 0xff).\(number & 0xff)"
  }

  /// Whether it was built with HTTP/2.
  package static var hasHTTP2: Bool { reviewbot_curl_has_http2() != 0 }
}

/// Which proxy a request goes through. The process's own environment is never read.
package struct ProxySettings: Hashable, Sendable {
  /// No proxy at all.
  package static let none = ProxySettings(environment: [:])

  /// The URL of the proxy for each scheme.
  private let proxies: [String: String]
  /// Hosts that are reached directly, separated by commas; `*` is all of them.
  package let exceptions: String

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// The names in capitals count too, save for `HTTP_PROXY`: in a CGI environment its value comes from a header of the
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

  /// Whether a request goes through a proxy: not when the host, or a domain that it is in, is among ``exceptions``.
  func serves(_ origin: Origin) -> Bool {
    guard proxies[origin.scheme] != nil else { return false }
    return !exceptions.split(whereSeparator: { $0 == "," || $0 == " " }).contains { exception in
      let domain = exception.drop { $0 == "." }.lowercased()
      return exception == "*" || origin.host == domain || origin.host.hasSuffix("." + domain)
    }
  }
}
