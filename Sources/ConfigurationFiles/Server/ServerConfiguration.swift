// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The operator's configuration of the daemon, with a value for every key.
package struct ServerConfiguration: ConfigurationRoot, Hashable, Codable, Sendable {
  package static let version = 1
  static let forgesName = "forges"
  static let mostForges = 20

  /// The address of the webhook endpoint.
  package var listen: ListenAddress = "127.0.0.1:8080"
  /// Addresses that are exempt from the limit for connections per address.
  package var trustedProxies: [ProxyAddress] = ["127.0.0.1", "::1"]
  /// The address of the health and metrics endpoints; `nil` for ``listen``.
  package var managementListen: ListenAddress?
  /// The folder of the persistent state.
  package var state: AbsolutePath = "/var/lib/reviewbot"
  /// The database of the queue; `nil` for a file in ``state``.
  package var queue: QueueDatabase?
  package var name: BotName = "reviewbot"
  /// The time that a review waits for further commits after a push.
  package var debounce: TimeSpan = "5s"
  /// The labels of workers that repositories may require.
  package var allowedLabels: [WorkerLabel] = []
  /// Whether repositories may run linters besides the rules.
  package var linters = LinterPolicy.allow
  /// The settings that repositories can tighten but not loosen.
  package var defaults: OperatorDefaults?
  /// The forges: at least one, with unique names.
  package var forges: [ServedForge] = []
  package var sandbox = SandboxSection()
  package var dependencies = DependenciesSection()
  package var limits = LimitsSection()
  package var retention = RetentionSection()
  package var reconcile = ReconcileSection()
  package var discovery = DiscoverySection()
  package var pages = PagesSection()
  package var log = LogSection()

  /// Creates the defaults, without a forge.
  package init() {}

  /// The keys outside of sections.
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "listen", \.listen, .value,
        "The address and the port of the webhook endpoint; an IPv6 address as in `\"[::1]:8080\"`. It serves plain http: use a "
          + "reverse proxy that terminates TLS and forwards `/webhook/`.", atStart: true),
      ConfigurationKey(
        "trusted_proxies", \.trustedProxies, .list(of: .value, 0...200, "addresses"),
        "The addresses of reverse proxies, which can use all `connections`. Every other address can use a tenth of them, so that "
          + "one sender cannot block the others.", atStart: true),
      ConfigurationKey(
        "management_listen", \.managementListen, .optional(.value),
        "A separate address for `/healthz`, `/readyz` and `/metrics`. The default is the address of `listen`.",
        example: "127.0.0.1:9090", atStart: true),
      ConfigurationKey(
        "state", \.state, .value,
        "The folder of the persistent state: the queue, mirrors, cached builds, runs, and the control socket. Only the daemon's user "
          + "can access it.", atStart: true),
      ConfigurationKey(
        "queue", \.queue, .optional(.queueDatabase),
        "The PostgreSQL database of a queue that several machines share: its `connection` for libpq, without a password, and the "
          + "`password_file`, which a group can read (`chmod 640`). The default is a file in `state`. See [Operating on many "
          + "machines](operating-many-machines.md).",
        example: "{connection: host=db.example.com dbname=reviewbot user=reviewbot, "
          + "password_file: /etc/reviewbot/database-password}", atStart: true),
      ConfigurationKey(
        "name", \.name, .value,
        "The name of the bot: in the marker of its comments, as the context of its statuses, and as the command `/NAME` in comments. "
          + "Two bots on one repository need different names.", atStart: true),
      ConfigurationKey(
        "debounce", \.debounce, .value(in: "1s"..."1m"),
        "How long a review waits for further commits after a push. A pending status is shown before that."),
      ConfigurationKey(
        "allowed_labels", \.allowedLabels, .list(of: .value, 0...100, "labels"),
        "The labels of machines that repositories may request with `build.labels`. A machine has the labels that it detects, such as "
          + "`swift-6.3`, `x86_64` and `sandbox-bwrap`, and those of `serve --labels`. See [Operating on many "
          + "machines](operating-many-machines.md#labels).",
        example: "[swift-6.2, swift-6.3, large]"),
      ConfigurationKey(
        "linters", \.linters, .choice,
        "Whether the `lint.linters` of a repository are run, in the sandbox (`allow`), or skipped with a note (`forbid`)."
      ),
      ConfigurationKey(
        OperatorDefaults.name, \.defaults, .operatorDefaults,
        "Keys of `.reviewbot.yml` for all repositories. A repository can tighten a value that is set here, but not loosen it, and "
          + "cannot change the keys that `locked` lists. See [Defaults for all repositories](server-defaults.md).",
        example: "{coverage: {target: 80, informational: false}, rules: {force_try: error}, locked: [paths.exclude]}"),
      ConfigurationKey(
        forgesName, \.forges, .forges,
        "The forges whose pull requests are reviewed. A webhook at `/webhook/NAME` must be signed with the secret of that forge."
      ),
    ]
  }

  static let sections: [SectionKeys<Self>] = [
    SectionKeys(\.sandbox), SectionKeys(\.dependencies), SectionKeys(\.limits), SectionKeys(\.retention),
    SectionKeys(\.reconcile), SectionKeys(\.discovery), SectionKeys(\.pages), SectionKeys(\.log),
  ]
  static let otherNames: [String] = []
  static let noun = "key"
  static let misplaced = MisplacedKeys(
    names: ReviewConfiguration.names, message: "is a key of .reviewbot.yml",
    remedy: "move it to the .reviewbot.yml of a repository")

  /// Returns the configuration of a daemon that runs with this one when the file contains `next`.
  ///
  /// - Returns: `next` with the values of this configuration for the keys that take effect only at a start, and the
  ///   names of these keys where they differ.
  package func reloaded(_ next: ServerConfiguration) -> (configuration: ServerConfiguration, needsRestart: [String]) {
    var result = next
    let changed = Self.allKeys.filter { $0.isReadAtStart && $0.text(self) != $0.text(next) }
    for key in changed { key.copy(self, &result) }
    return (result, changed.map(\.name))
  }
}

extension ServerConfiguration {
  /// Returns the contradictions between keys. An invalid key has its default here, which contradicts no other value.
  func contradictions(_ locations: KeyLocations) -> [ValueError] {
    var errors: [ValueError] = []
    if !locations.has(Self.forgesName) {
      errors.append(
        ValueError(
          "\(Self.forgesName) is missing",
          remedy: "add a forge, as in config/reviewbot-server.yml", at: locations.mark))
    }
    if managementListen == listen, listen.port != 0 {
      errors.append(
        ValueError(
          "management_listen: \(listen) is also the value of listen", remedy: "use another port, or remove it",
          at: locations.mark(of: "management_listen")))
    }
    if limits.bodiesInFlight < limits.bodySize {
      errors.append(
        ValueError(
          "bodies_in_flight: \(limits.bodiesInFlight) is less than body_size: \(limits.bodySize)",
          remedy: "increase it, or reduce body_size",
          at: locations.keys(below: LimitsSection.name).mark(of: "bodies_in_flight")))
    }
    if let ids = sandbox.ids, ids.ids.count < limits.workers {
      errors.append(
        ValueError(
          "ids: \(ids) has \(ids.ids.count) ids, fewer than workers: \(limits.workers)",
          remedy: "extend the range", at: locations.keys(below: SandboxSection.name).mark(of: "ids")))
    }
    return errors + pageContradictions(locations) + sandboxContradictions(locations.keys(below: SandboxSection.name))
  }

  private func pageContradictions(_ locations: KeyLocations) -> [ValueError] {
    let keys = locations.keys(below: PagesSection.name)
    guard let url = pages.url else {
      // The default file has the section with its default values.
      guard pages != PagesSection(), !keys.has("url") else { return [] }
      return [
        ValueError(
          "url is missing", remedy: "add the public address of the pages, as in url: https://reviews.example.com",
          at: locations.mark(of: PagesSection.name))
      ]
    }
    var errors: [ValueError] = []
    // Cookies are for the whole host.
    if url.hasPath {
      errors.append(
        ValueError(
          "url: \(url) has a path", remedy: "give the pages a host of their own, as in https://reviews.example.com",
          at: keys.mark(of: "url")))
    }
    if pages.listen.port != 0, [listen, managementListen].contains(pages.listen) {
      errors.append(
        ValueError(
          "listen: \(pages.listen) is also the value of listen or management_listen", remedy: "use another port",
          at: keys.mark(of: "listen")))
    }
    if pages.access == .members, !forges.contains(where: { $0.signIn != nil }) {
      errors.append(
        ValueError(
          "access: members needs a forge that accounts can sign in with",
          remedy: "add sign_in to a forge, or write access: public", at: keys.mark))
    }
    return errors
  }

  private func sandboxContradictions(_ locations: KeyLocations) -> [ValueError] {
    let mark = locations.mark(of: "backend")
    switch sandbox.backend {
    case .none where forges.contains { $0.forkPullRequests == .run }:
      let problem = "backend: without a sandbox, code from forks could read the forge's token"
      return [
        ValueError(problem, remedy: "write backend: auto, or remove fork_pull_requests: run from all forges", at: mark)
      ]
    case .container where !locations.has("image"):
      return [
        ValueError(
          "backend: container needs an image", remedy: "add it, as in image: \(ImageName.examples)", at: mark)
      ]
    case .none, .container, .auto, .bwrap: return []
    }
  }
}
