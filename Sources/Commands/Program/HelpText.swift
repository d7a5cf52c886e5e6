// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The help in the order of a manual page. The parser prints the discussion of a command, with its examples, exit statuses
/// and variables, before its usage and its options.
enum HelpText {
  /// Moves these parts to the end. Other texts are unchanged.
  static func ordered(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }),
      let parts = lines[..<usage].firstIndex(where: { $0 == "EXAMPLES:" || $0 == "EXIT STATUS:" })
    else { return text }
    let moved = lines[parts..<usage]
    lines.removeSubrange(parts..<usage)
    return (withoutEnd(lines[...]) + [""] + withoutEnd(moved)).joined(separator: "\n")
  }

  private static func withoutEnd(_ lines: ArraySlice<Substring>) -> ArraySlice<Substring> {
    lines[..<((lines.lastIndex { !$0.isEmpty } ?? lines.startIndex) + 1)]
  }
}
