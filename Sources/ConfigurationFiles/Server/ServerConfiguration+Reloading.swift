// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The settings that a running daemon can change.
extension ServerConfiguration {
  /// The keys that take effect only at a start, by their names in the file.
  private static var startKeys: [StartKey] {
    [
      StartKey("listen", \.listen), StartKey("trusted_proxies", \.trustedProxies),
      StartKey("management_listen", \.managementListen), StartKey("state", \.state), StartKey("queue", \.queue),
      StartKey("name", \.name),
      StartKey("sandbox", \.sandbox), StartKey("limits.workers", \.limits.workers),
      StartKey("limits.workers_per_repository", \.limits.workersPerRepository),
      StartKey("limits.attempts", \.limits.attempts),
      StartKey("limits.shutdown_grace_period", \.limits.shutdownGracePeriod),
      StartKey("limits.body_size", \.limits.bodySize), StartKey("limits.bodies_in_flight", \.limits.bodiesInFlight),
      StartKey("limits.connections", \.limits.connections),
      StartKey("limits.request_timeout", \.limits.requestTimeout),
      StartKey("limits.responses_size", \.limits.responsesSize),
      StartKey("retention.deliveries", \.retention.deliveries), StartKey("retention.jobs", \.retention.jobs),
      StartKey("retention.publications", \.retention.publications),
      StartKey("retention.approvals", \.retention.approvals), StartKey("reconcile", \.reconcile),
      StartKey("discovery.interval", \.discovery.interval),
      StartKey("log", \.log),
    ]
  }

  /// Returns the configuration of a daemon that runs with this one when the file contains `next`.
  ///
  /// - Returns: `next` with the values of this configuration for the keys that take effect only at a start, and the
  ///   names of these keys where they differ.
  package func reloaded(_ next: ServerConfiguration) -> (configuration: ServerConfiguration, needsRestart: [String]) {
    var result = next
    var names: [String] = []
    for key in Self.startKeys where !key.isSame(self, next) {
      names.append(key.name)
      key.keep(self, &result)
    }
    return (result, names)
  }
}

private struct StartKey {
  let name: String
  let isSame: (ServerConfiguration, ServerConfiguration) -> Bool
  /// Copies the value.
  let keep: (_ from: ServerConfiguration, _ to: inout ServerConfiguration) -> Void

  init<Value: Equatable>(_ name: String, _ value: WritableKeyPath<ServerConfiguration, Value>) {
    self.name = name
    isSame = { $0[keyPath: value] == $1[keyPath: value] }
    keep = { $1[keyPath: value] = $0[keyPath: value] }
  }
}
