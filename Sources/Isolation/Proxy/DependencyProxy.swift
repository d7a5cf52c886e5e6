// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import NetworkAddressing
package import SystemPackage

/// The only network access of code under review: a proxy on a Unix socket, which lets it reach a few hosts over https.
///
/// The code runs without a network. It reaches the socket as a file in a folder that it sees, and can request only
/// `CONNECT HOST:443` with a host that the operator allows. The proxy looks up the name, and does not connect to
/// private addresses, whatever the name resolves to.
///
/// ```swift
/// let proxy = try DependencyProxy(socket: folder.appending("proxy"), allowing: hosts)
/// defer { proxy.stop() }
/// ```
///
/// It holds no secret: it runs beside the code under review.
package final class DependencyProxy: Sendable {
  private let server: ConnectionServer
  private let ledger = Ledger(ProxyAccount())

  /// Starts to listen. Separate threads serve the connections.
  ///
  /// - Parameters:
  ///   - socket: a file that does not exist yet, in a folder that other users cannot enter.
  ///   - hosts: the hosts that may be reached.
  ///   - upstream: the proxy between this host's network and the internet. It then looks up the names.
  ///   - addresses: the policy for addresses that may be connected to.
  package init(
    socket: FilePath, allowing hosts: [AllowedHost], limits: ProxyLimits = .standard,
    upstream: UpstreamProxy? = nil, addresses: AddressPolicy = .publicInternet,
    resolver: any HostResolver = SystemResolver()
  ) throws(SocketError) {
    let connector = Connector(policy: addresses, resolver: resolver, upstream: upstream, limits: limits)
    let tunnel = Tunnel(
      allowed: hosts, limits: limits, connector: connector, budget: ByteBudget(limits.runBytes), ledger: ledger)
    let listener = try UnixSocket.listen(at: socket, waiting: Self.waiting)
    server = ConnectionServer(listener, atOnce: limits.connections, serve: tunnel.serve)
  }

  /// The backlog of connections; the system has an additional limit.
  fileprivate static let waiting: Int32 = 4096

  deinit {
    server.stop(waiting: 0)
  }

  /// The requests so far.
  package var account: ProxyAccount { ledger.withLock { $0 } }

  /// Ends all connections. The socket's file stays, without a listener.
  package func stop() {
    server.stop()
  }
}

/// The forwarding end in a sandbox without a network: a port of the loopback interface whose connections go to a
/// socket.
///
/// git and the package manager accept only proxies with a host and a port. The forwarder does not interpret the bytes
/// and holds no secrets: it belongs to the code under review.
package final class Forwarder: Sendable {
  /// The hidden subcommand that runs a forwarder.
  package static let subcommand = "__forward"

  /// The port in a sandbox, whose loopback interface has no other ports.
  package static let usualPort: UInt16 = 3128

  /// The port on 127.0.0.1.
  package let port: UInt16
  private let server: ConnectionServer

  /// More than the proxy serves at once, so that the proxy is what makes connections wait.
  private static let connections = 256
  /// The proxy ends a silent connection first.
  private static let idle = Duration.seconds(600)

  /// - Parameter usual: the port, unless another process has it; 0 for one that the system chooses.
  package init(to socket: FilePath, port usual: UInt16 = 0) throws(SocketError) {
    // Reports a missing socket now, instead of at each connection.
    _ = try UnixSocket.connect(to: socket)
    let (listener, port) = try Self.listen(on: usual)
    self.port = port
    server = ConnectionServer(listener, atOnce: Self.connections) { client in
      // The client's connection ends.
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

  private static func listen(on usual: UInt16) throws(SocketError) -> (socket: Descriptor, port: UInt16) {
    if usual != 0, let listener = try? LoopbackSocket.listen(on: usual, waiting: DependencyProxy.waiting) {
      return listener
    }
    return try LoopbackSocket.listen(waiting: DependencyProxy.waiting)
  }

  /// The environment variables that make git and the package manager use a port.
  package static func environment(port: UInt16 = usualPort) -> [String: String] {
    let url = "http://127.0.0.1:\(port)"
    var variables = ["no_proxy": "", "NO_PROXY": ""]
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { variables[name] = url }
    return variables
  }
}
