// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// The help of a command in the order of a manual page: usage and options, then examples, exit statuses and variables.
///
/// The parser prints all of a command's discussion before its usage, and breaks long lines of it without their
/// indentation.
struct HelpText {
  private static let titles: Set<Substring> = ["EXAMPLES:", "EXIT STATUS:", "ENVIRONMENT:"]

  /// The width of the text, in columns.
  let columns: Int

  /// Returns the parser's text with these parts at its end. Texts without a usage are unchanged.
  func ordered(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }),
      let parts = lines[..<usage].firstIndex(where: Self.titles.contains)
    else { return text }
    let rest = Self.trimmed(lines[..<parts] + lines[usage...])
    return (rest + [""] + Self.parts(ofUsage: lines[usage]).map(wrapped)).joined(separator: "\n")
  }

  /// The lines of the command's discussion from the first of these parts on, as they were written.
  private static func parts(ofUsage usage: Substring) -> ArraySlice<Substring> {
    var command: any ParsableCommand.Type = Reviewbot.self
    // `USAGE: reviewbot jobs list [--config <FILE>] …`
    for word in usage.split(separator: " ").dropFirst(2) {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == String(word) })
      else {
        break
      }
      command = next
    }
    let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
    return lines[(lines.firstIndex(where: titles.contains) ?? lines.endIndex)...]
  }

  /// Breaks a line between words and keeps its indentation; an example goes on below its arguments.
  private func wrapped(_ line: Substring) -> String {
    guard line.count > columns else { return String(line) }
    let margin = line.prefix { $0 == " " }.count
    return line.wordsWrapped(
      to: columns, after: String(repeating: " ", count: margin), indentation: margin == 2 ? 6 : margin)
  }

  private static func trimmed(_ lines: ArraySlice<Substring>) -> [String] {
    lines[..<((lines.lastIndex { !$0.isEmpty } ?? lines.startIndex) + 1)].map(String.init)
  }
}
