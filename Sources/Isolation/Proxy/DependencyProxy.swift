// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import NetworkAddressing
package import SystemPackage

/// The one way out for code under review: a proxy at a socket, which lets it reach a few hosts over https.
///
/// The code runs where there is no network. It reaches the socket, as a file of a folder that it sees, and here it may
/// ask for nothing but `CONNECT HOST:443` with a host that the operator allows. The name is looked up on this side, and
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

  /// Starts to listen. Its own threads serve the connections.
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

  /// Connections that may wait to be served; the system has its own limit besides.
  private static let waiting: Int32 = 4096

  deinit {
    server.stop(waiting: 0)
  }

  /// The requests so far.
  package var account: ProxyAccount { ledger.account }

  /// Ends all connections. The socket's file stays, and leads nowhere.
  package func stop() {
    server.stop()
  }
}

/// The proxy's other end, where there is no network: a port of the loopback interface whose connections go to a socket.
///
/// git and the package manager know proxies by host and port only. This one understands nothing of what it carries and
/// holds nothing of value: it belongs to the code under review.
package final class Forwarder: Sendable {
  /// The hidden subcommand of the program that runs one.
  package static let subcommand = "__forward"

  /// The port on 127.0.0.1.
  package let port: UInt16
  private let server: ConnectionServer

  /// More than the proxy serves at once, so that it is the proxy that lets others wait.
  private static let connections = 256
  /// A silent connection is ended by the proxy first.
  private static let idle = Duration.seconds(600)

  package init(to socket: FilePath) throws(SocketError) {
    // One that is not there is said now, rather than at each connection.
    _ = try UnixSocket.connect(to: socket)
    let (listener, port) = try LoopbackSocket.listen(waiting: 4096)
    self.port = port
    server = ConnectionServer(listener, atOnce: Self.connections) { client in
      // The client sees the connection end.
      guard let proxy = try? UnixSocket.connect(to: socket) else { return }
      let relay = Relay(idle: Self.idle, budget: ByteBudget(Int.max)) { _, _ in }
      _ = relay.run(client, proxy)
    }
  }

  deinit {
    server.stop(waiting: 0)
  }

  package func stop() {
    server.stop()
  }

  /// The variables that make git and the package manager use the port.
  package var environment: [String: String] {
    let url = "http://127.0.0.1:\(port)"
    var variables = ["no_proxy": "", "NO_PROXY": ""]
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { variables[name] = url }
    return variables
  }
}
