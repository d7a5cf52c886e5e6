// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// The proxy's other end, where there is no network: a port of the loopback interface whose connections go to a socket.
///
/// git and the package manager know proxies by host and port only. This one understands nothing of what it carries and
/// holds nothing of value: it belongs to the code under review.
package final class Forwarder: Sendable {
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
      // Whoever asked sees the connection end.
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
