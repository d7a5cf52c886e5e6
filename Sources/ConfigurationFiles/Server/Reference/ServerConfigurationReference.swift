// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The files that say what the operator's file may hold, made from the types of its keys.
package struct ServerConfigurationReference: Sendable {
  static let title = "What whoever operates the daemon wants of it."
  static let forgesExplanation =
    "Each is a mapping with these keys, of which `kind`, `webhook_secrets`, `repositories`, and one of `token` and `app` are "
    + "required. All names differ."

  package init() {}

  /// The defaults, with a forge as there may be one.
  static var example: ServerConfiguration {
    var forge = ServedForge()
    forge.webhookSecrets = [SecretFile("/etc/reviewbot/github-webhook-secret")]
    forge.token = SecretFile("/etc/reviewbot/github-token")
    forge.repositories = ["acme/shapes", "acme/*"]
    var configuration = ServerConfiguration()
    configuration.forges = [forge]
    return configuration
  }

  /// The keys that belong to no section, besides the forges.
  static func entries(of configuration: ServerConfiguration) -> [SectionEntry] {
    ServerConfiguration.keys.filter { $0.name != ServerConfiguration.forgesName }
      .map { SectionEntry($0, of: configuration) }
  }

  /// What the list of forges is about.
  static var forgesSummary: String {
    ServerConfiguration.keys.first { $0.name == ServerConfiguration.forgesName }?.summary ?? ""
  }
}
