// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import NetworkAddressing
package import SystemPackage

/// The one way out for code under review: a proxy at a socket, which lets it reach a few hosts over https.
///
/// The code runs where there is no network. It reaches the socket, as a file of a folder that it sees, and here it may ask
/// for nothing but `CONNECT HOST:443` with a host that the operator allows. The name is looked up on this side, and
/// machines of one's own network are not connected to, whatever the name stands for.
///
/// ```swift
/// let proxy = try DependencyProxy(socket: folder.appending("proxy"), allowing: hosts)
/// defer { proxy.stop() }
/// ```
///
/// It holds no secret: it runs beside the code under review.
package final class DependencyProxy: Sendable {
  private let server: ConnectionServer
  private let ledger = Ledger()

  /// Starts to listen. Threads of its own serve the connections.
  ///
  /// - Parameters:
  ///   - socket: a file that is not there yet, in a folder that others of this machine cannot enter.
  ///   - hosts: what may be reached.
  ///   - upstream: the proxy that this machine's network has on the way out. It then looks up the names.
  ///   - addresses: which addresses may be connected to.
  package init(
    socket: FilePath, allowing hosts: [AllowedHost], limits: ProxyLimits = ProxyLimits(),
    upstream: UpstreamProxy? = nil, addresses: AddressPolicy = .publicInternet,
    resolver: any HostResolver = SystemResolver()
  ) throws(SocketError) {
    let connector = Connector(policy: addresses, resolver: resolver, upstream: upstream, limits: limits)
    let tunnel = Tunnel(
      allowed: hosts, limits: limits, connector: connector, budget: ByteBudget(limits.runBytes), ledger: ledger)
    let listener = try UnixSocket.listen(at: socket, waiting: Self.waiting)
    server = ConnectionServer(listener, atOnce: limits.connections, serve: tunnel.serve)
  }

  /// Connections that may wait to be served; the system has a limit of its own besides.
  private static let waiting: Int32 = 4096

  deinit {
    server.stop(waiting: 0)
  }

  /// What was asked for so far.
  package var account: ProxyAccount { ledger.account }

  /// Ends all connections. The socket's file stays, and leads nowhere.
  package func stop() {
    server.stop()
  }
}
