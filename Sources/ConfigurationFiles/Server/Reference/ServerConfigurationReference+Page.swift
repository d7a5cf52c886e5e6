// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
