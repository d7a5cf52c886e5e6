// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import NetworkAddressing
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
  /// The Unix socket that all requests go to, whatever host they name; `nil` means the network. At most 107 bytes, which is
  /// what an address has room for. No proxy is asked then.
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
