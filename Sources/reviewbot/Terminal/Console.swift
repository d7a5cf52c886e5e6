// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import Observability
import ReviewHost
import SystemPackage

/// The program's standard output and standard error. Known secrets are masked in everything that is written.
enum Console {
  /// Writes a message to the standard error, masked and without control or invisible characters.
  static func complain(_ message: String) {
    write(complaint(message), to: .standardError)
  }

  /// The text that ``complain(_:)`` writes: the non-empty lines, of which the first starts with the program's name.
  static func complaint(_ message: String) -> String {
    // A message can quote text of the pull request.
    let lines = HostileText(KnownSecrets.ofProgram.masked(message)).lines(limit: HostileText.terminalLimit)
    return "reviewbot: \(lines.filter { !$0.isEmpty }.joined(separator: "\n  "))\n"
  }

  /// Writes a text to the standard output, masked, and adds a missing final line break.
  static func say(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput)
  }

  static func write(_ text: String, to handle: FileHandle) {
    // A closed pipe, as with `head`, is not an error.
    try? handle.write(contentsOf: Data(KnownSecrets.ofProgram.masked(text).utf8))
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether to use color: on a terminal, unless `NO_COLOR` or `TERM=dumb` is set.
  static func hasColour(_ descriptor: Int32, environment: [String: String]) -> Bool {
    isTerminal(descriptor) && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The terminal's width in columns, clamped to 80...140; 100 without a terminal.
  static func width(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return min(max(Int(size.ws_col), 80), 140)
  }
}
