// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The operator's configuration of the daemon: every value, whether it is in the file or a default.
package struct ServerConfiguration: Hashable, Codable, Sendable {
  package static let version = 1
  static let forgesName = "forges"
  static let mostForges = 20

  /// Where webhooks come in.
  package var listen: ListenAddress = "127.0.0.1:8080"
  /// Addresses whose connections are not limited by address.
  package var trustedProxies: [ProxyAddress] = ["127.0.0.1", "::1"]
  /// The address of health and metrics; `nil` for that of the webhooks.
  package var operationListen: ListenAddress?
  /// The folder of everything that the daemon stores.
  package var state: AbsolutePath = "/var/lib/reviewbot"
  package var name: BotName = "reviewbot"
  /// At least one, with names of their own.
  package var forges: [ServedForge] = []
  package var sandbox = SandboxSection()
  package var dependencies = DependenciesSection()
  package var limits = LimitsSection()
  package var retention = RetentionSection()
  package var reconcile = ReconcileSection()
  package var log = LogSection()

  /// The defaults, with no forge.
  package init() {}

  /// The keys that belong to no section.
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "listen", \.listen, .written,
        "The address and the port at which webhooks come in, one of version 6 as `\"[::1]:8080\"`. It speaks plain http: let a "
          + "server that speaks https pass on to it what comes to `/webhook/`."),
      ConfigurationKey(
        "trusted_proxies", \.trustedProxies, .list(of: .written, 0...200, "addresses"),
        "Addresses of servers that pass webhooks on: what comes from them comes from many, so that they may have all of "
          + "`connections`. Every other address may have a tenth of them, so that one sender cannot keep out the rest."),
      ConfigurationKey(
        "operation_listen", \.operationListen, .optional(.written),
        "Where `/healthz`, `/readyz` and `/metrics` are asked for instead of beside the webhooks.",
        example: "127.0.0.1:9090"),
      ConfigurationKey(
        "state", \.state, .written,
        "The folder of all that is kept: the queue, mirrors, kept builds, the runs, and the socket by which the daemon is "
          + "spoken to. It is the daemon's alone."),
      ConfigurationKey(
        "name", \.name, .written,
        "What the bot is called: in the mark of its comments, as the context of its statuses, and in comments as the command "
          + "`/NAME`. Two bots on one repository need two names."),
      ConfigurationKey(
        forgesName, \.forges, .forges,
        "The forges whose pull requests are reviewed. A webhook that comes to `/webhook/NAME` must be signed with that forge's "
          + "secret."),
    ]
  }

  /// In the order of the file; they come after the keys.
  static let sections: [any ConfigurationSection.Type] = [
    SandboxSection.self, DependenciesSection.self, LimitsSection.self, RetentionSection.self, ReconcileSection.self,
    LogSection.self,
  ]

  /// All keys of the top level.
  static var names: [String] { ["version"] + keys.map(\.name) + sections.map { $0.name } }
}

extension ServerConfiguration {
  /// What is wrong with keys together. A key that is wrong by itself has its default here, with which nothing is wrong.
  func contradictions(_ written: WrittenKeys) -> [ValueError] {
    var errors: [ValueError] = []
    if !written.has(Self.forgesName) {
      errors.append(
        ValueError(
          "\(Self.forgesName) is missing",
          remedy: "name a forge to take webhooks from, as config/reviewbot-server.yml does", at: written.mark))
    }
    if operationListen == listen, listen.port != 0 {
      errors.append(
        ValueError(
          "operation_listen: \(listen) is where webhooks come in", remedy: "give it another port, or remove it",
          at: written.mark(of: "operation_listen")))
    }
    if limits.bodiesInFlight < limits.body {
      errors.append(
        ValueError(
          "bodies_in_flight: \(limits.bodiesInFlight) is less than one body of \(limits.body)",
          remedy: "make it larger, or body smaller",
          at: written.keys(below: LimitsSection.name).mark(of: "bodies_in_flight")))
    }
    if let ids = sandbox.ids?.range, ids.ids.count < limits.workers {
      errors.append(
        ValueError(
          "ids: \(ids) are \(ids.ids.count), and workers: \(limits.workers) reviews run at once",
          remedy: "make the range larger", at: written.keys(below: SandboxSection.name).mark(of: "ids")))
    }
    return errors + sandboxContradictions(written.keys(below: SandboxSection.name))
  }

  private func sandboxContradictions(_ written: WrittenKeys) -> [ValueError] {
    let mark = written.mark(of: "level")
    switch sandbox.level {
    case .none where forges.contains { $0.strangers == .run }:
      let words = "level: without a sandbox, strangers' code would run beside the forge's token"
      return [ValueError(words, remedy: "write auto, or let no forge have strangers: run", at: mark)]
    case .container where !written.has("image"):
      return [
        ValueError(
          "level: container needs an image", remedy: "write it too, as in image: \(ImageName.examples)", at: mark)
      ]
    case .none, .container, .auto, .bwrap: return []
    }
  }
}
