// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
import HTTPTypes
import NetworkAddressing
package import ResourceLoading

/// Sends requests with libcurl.
///
/// A request goes to the origin that it names, wherever that is. Where a server redirects it to another origin, that
/// must be on the public internet.
final class CurlTransport: HTTPTransport {
  private let settings: CurlSettings
  private let redirects: RedirectPolicy
  private let loop: CurlLoop
  private let resolver: (any HostResolver)?

  /// - Parameter resolver: finds the addresses of hosts, instead of libcurl's own resolver, which queries the system.
  init(_ settings: CurlSettings, resolver: (any HostResolver)? = nil) {
    self.settings = settings
    self.resolver = resolver
    redirects = RedirectPolicy(maximum: settings.maximumRedirects)
    loop = CurlLoop(connectionsPerHost: settings.connectionsPerHost)
  }

  deinit {
    loop.stop()
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    var hops = 0
    let home = Origin(request.head)
    while true {
      let response = try await loop.perform(try transfer(request, from: home))
      guard let next = try redirects.next(after: request, answer: response.head, hops: hops) else { return response }
      request = next
      hops += 1
    }
  }

  private func transfer(_ request: TransportRequest, from home: Origin?) throws(TransportError) -> Transfer {
    guard let origin = Origin(request.head) else { return Transfer(request, settings: settings) }
    var connection: ConnectionGuard?
    if origin != home, settings.unixSocket == nil {
      let check = ConnectionGuard(policy: settings.addresses, origin: origin)
      if settings.proxy.serves(origin) {
        // The connection is the proxy's, which the operator named.
        if let refusal = check.refusalByProxy { throw refusal }
      } else {
        connection = check
      }
    }
    let addresses = NetworkAddress(spelled: origin.host) == nil ? resolver?.addresses(of: origin.host) : nil
    if addresses?.isEmpty == true { throw TransportError(.couldNotResolve, "cannot resolve \(origin)") }
    return Transfer(request, settings: settings, connection: connection, addresses: addresses)
  }
}

/// Adds the network to the program.
package struct CurlTransportAssembly: Assembly {
  private let settings: CurlSettings

  package init(settings: CurlSettings = CurlSettings()) {
    self.settings = settings
  }

  package func register(in registry: inout Registry) {
    let settings = settings
    registry.fill(.httpTransport) { _ in CurlTransport(settings) }
  }
}

extension Slot<any HTTPTransport> {
  /// What all requests go through.
  package static var httpTransport: Slot<any HTTPTransport> { Slot("httpTransport") }
}
