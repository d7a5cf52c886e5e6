// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What connections through the proxy may cost.
package struct ProxyLimits: Hashable, Sendable {
  /// Connections that are served at once. Others wait.
  package var connections: Int
  /// A request's head, and how long it may take to come.
  package var headBytes: Int
  package var headTime: Duration
  /// For connecting to a host, all its addresses together.
  package var connectTime: Duration
  /// How long nothing may pass before a connection is ended.
  package var idle: Duration
  /// Both ways together.
  package var connectionBytes: Int
  /// All connections of a run together, both ways.
  package var runBytes: Int

  /// - Parameters:
  ///   - idle: servers are silent while they pack a large repository.
  ///   - connectionBytes: room for the history of the largest packages.
  package init(
    connections: Int = 64, headBytes: Int = 8 << 10, headTime: Duration = .seconds(30),
    connectTime: Duration = .seconds(20), idle: Duration = .seconds(120), connectionBytes: Int = 2 << 30,
    runBytes: Int = 4 << 30
  ) {
    self.connections = connections
    self.headBytes = headBytes
    self.headTime = headTime
    self.connectTime = connectTime
    self.idle = idle
    self.connectionBytes = connectionBytes
    self.runBytes = runBytes
  }

  /// How many addresses of one host are tried.
  var triedAddresses: Int { 8 }
  /// How long, and how much, is read of who was refused.
  var lingering: Duration { .seconds(2) }
  var lingeringBytes: Int { 4 << 20 }
}
