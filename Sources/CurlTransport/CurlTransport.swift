// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTTPTypes
import NetworkAddressing
package import ResourceLoading

/// Sends requests with libcurl.
///
/// A request is sent to any origin that it names. If a server redirects it to another origin, that must be on the
/// public internet.
final class CurlTransport: HTTPTransport {
  private let settings: CurlSettings
  private let redirects: RedirectPolicy
  /// Started for the first request, which loads libcurl.
  private let loop = Locked<CurlLoop?>(nil)
  private let resolver: (any HostResolver)?

  /// - Parameter resolver: resolves host names instead of libcurl's own resolver, which queries the system.
  init(_ settings: CurlSettings, resolver: (any HostResolver)? = nil) {
    self.settings = settings
    self.resolver = resolver
    redirects = RedirectPolicy(maximum: settings.maximumRedirects)
  }

  deinit {
    loop.withLock { $0?.stop() }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    var hops = 0
    let home = Origin(request.head)
    let loop = try runningLoop()
    while true {
      let response = try await loop.perform(try transfer(request, from: home))
      guard let next = try redirects.next(after: request, response: response.head, hops: hops) else { return response }
      request = next
      hops += 1
    }
  }

  private func runningLoop() throws(TransportError) -> CurlLoop {
    try loop.withLock { loop throws(TransportError) in
      if let loop { return loop }
      let started = try CurlLoop(connectionsPerHost: settings.connectionsPerHost)
      loop = started
      return started
    }
  }

  private func transfer(_ request: TransportRequest, from home: Origin?) throws(TransportError) -> Transfer {
    guard let origin = Origin(request.head) else { return Transfer(request, settings: settings) }
    var connection: ConnectionGuard?
    if origin != home, settings.unixSocket == nil {
      let check = ConnectionGuard(policy: settings.addresses, origin: origin)
      if settings.proxy.serves(origin) {
        // The connection goes to the proxy, which the operator configured.
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

/// The HTTP transport of the program.
package struct CurlTransportAssembly: Sendable {
  /// Sends requests with libcurl in a separate thread, which ends with the transport.
  package let transport: any HTTPTransport

  package init(settings: CurlSettings = .standard) {
    transport = CurlTransport(settings)
  }
}
