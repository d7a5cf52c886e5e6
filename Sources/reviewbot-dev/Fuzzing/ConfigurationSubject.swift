// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import Rules

/// The readers of `.reviewbot.yml`, which a pull request brings along, and of the operator's file.
final class ConfigurationSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let words = [
    "version: 1\n", "version: 2\n", "- ", ": ", "  ", "\t", "#", "|\n", ">-\n", "&a ", "*a", "!!str ", "<<: *a\n",
    "---\n", "...\n", "'",
    "? ", "{a: [b]}", "100 %", "off", "auto", "5m", "**/*.swift", "\u{2028}", "\u{85}", "~",
  ]
  private let read: (String) throws(ConfigurationError) -> String

  init(ofOperator: Bool) throws {
    let name = ofOperator ? "reviewbot-server.yml" : "reviewbot.yml"
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "config/\(name)")), as: UTF8.self)
    // With what is commented out switched on, too.
    let active = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("# ") && $0.contains(":") || $0.hasPrefix("#   ") ? String($0.dropFirst(2)) : String($0) }
    corpus = [text, active.joined(separator: "\n"), "version: 1\n"].map { Array($0.utf8) }
    if ofOperator {
      read = { text throws(ConfigurationError) in
        "\(try ServerConfigurationReader().read(text: text, file: name).forges.count)"
      }
    } else {
      let reader = ConfigurationReader(catalogue: RuleCatalogue(BuiltInRules.all))
      read = { text throws(ConfigurationError) in try reader.read(text: text, file: name).hash }
    }
  }

  func look(at bytes: [UInt8]) -> FuzzLook {
    do {
      return .accepted(try read(String(decoding: bytes, as: UTF8.self)))
    } catch {
      // It names the file with line and column in each of its lines.
      let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
      let isPlaced = lines.allSatisfy { $0.contains(/^[a-z-]+\.yml:[0-9]+:[0-9]+: ./) }
      var look = FuzzLook.refused(lines.first.map(String.init) ?? "")
      if !isPlaced { look.problem = look.problem ?? "a problem without a place: \(error.description.prefix(500))" }
      look.kind += " \(min(lines.count, 4))"
      return look
    }
  }
}
