// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
