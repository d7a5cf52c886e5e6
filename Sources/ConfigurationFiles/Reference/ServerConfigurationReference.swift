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

extension ServerConfigurationReference {
  /// An operator's file that writes down the defaults, with comments.
  package var defaultFile: String {
    let example = Self.example
    var lines = [
      "# The defaults of the file of `reviewbot serve --config FILE`, written by `reviewbot-dev generate`. The version and the",
      "# forges are required; everything else may be left out.", "", "version: \(ServerConfiguration.version)",
    ]
    for entry in Self.entries(of: example) { lines += [""] + ReferenceText.lines(entry, indent: "") }
    lines += [""] + ReferenceText.comment(Self.forgesSummary, indent: "") + ["\(ServerConfiguration.forgesName):"]
    lines += example.forges.flatMap(Self.lines)
    for section in ServerConfiguration.sections {
      lines += ["", "# \(section.summary)", "\(section.name):"]
      for entry in section.entries { lines += ReferenceText.lines(entry, indent: "  ") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A forge as an element of a list: what marks it as one stands before its first line that is no comment.
  private static func lines(of forge: ServedForge) -> [String] {
    let entries = ServedForge.keys.map { SectionEntry($0, of: forge) }
    var lines = entries.flatMap { ReferenceText.lines($0, indent: "    ") }
    if let first = lines.firstIndex(where: { !$0.hasPrefix("    #") }) {
      lines[first] = "  - " + lines[first].dropFirst(4)
    }
    return lines
  }
}

extension ServerConfigurationReference {
  /// The page of the documentation.
  package var page: String {
    var lines = [
      "# Configuration of the server", "",
      "Written by `reviewbot-dev generate`. `reviewbot serve --config FILE` reads one file, which belongs to whoever operates",
      "the daemon; [config/reviewbot-server.yml](../config/reviewbot-server.yml) is one to begin with. What a repository wants",
      "of its reviews is in [its own file](configuration.md), and neither has the other's keys.", "",
      "The file begins with `version: \(ServerConfiguration.version)` and names at least one forge. Everything else may be left "
        + "out. It holds no secret, only",
      "the paths of files that do: regular files of 16 KiB at most, closed to everybody but the daemon's user (`chmod 600`).",
      "With systemd's `LoadCredential=` such a file is `/run/credentials/reviewbot.service/NAME`. A change takes effect at the",
      "next start.", "",
      "Durations are written as `90s`, `30m`, `1h` or `7d`, sizes as `500M`, `20G` or `1T`, each unit 1,024 of the one before. What",
      "begins with `*` or `[` stands in quotes.", "",
    ]
    lines += ReferenceText.table(Self.entries(of: ServerConfiguration())) + [""]
    lines += ["## `\(ServerConfiguration.forgesName)`", "", Self.forgesSummary, "", Self.forgesExplanation, ""]
    lines += ReferenceText.table(Self.forgeEntries)
    for section in ServerConfiguration.sections {
      lines += ["", "## `\(section.name)`", "", section.summary, ""] + ReferenceText.table(section.entries)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The defaults of `name` and `url` depend on the kind.
  private static var forgeEntries: [SectionEntry] {
    let without = ServedForge.required + ["name", "url"]
    let defaults = ServedForge()
    return ServedForge.keys.map { SectionEntry($0, of: defaults, hasDefault: !without.contains($0.name)) }
  }
}

extension ServerConfigurationReference {
  /// A JSON Schema, for editors.
  package var schema: String {
    let name = ServerConfiguration.forgesName
    var properties = SchemaText.properties(ServerConfiguration.keys)
    properties["version"] = .object(["const": .integer(ServerConfiguration.version)])
    var forge = SchemaText.fields(of: SchemaText.object(ServedForge.keys, "A forge whose pull requests are reviewed."))
    forge["required"] = .array(ServedForge.required.map { .text($0) })
    // There is exactly one of the two.
    forge["oneOf"] = .array(["token", "app"].map { .object(["required": .array([.text($0)])]) })
    properties[name] = .object([
      "type": .text("array"), "description": .text(Self.forgesSummary), "items": .object(forge),
      "minItems": .integer(1), "maxItems": .integer(ServerConfiguration.mostForges),
    ])
    for section in ServerConfiguration.sections { properties[section.name] = section.schema }
    return SchemaText.file(
      "reviewbot-server.yml", SchemaText.object(properties, Self.title), required: ["version", name])
  }
}
