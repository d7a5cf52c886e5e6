// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import Observability
import ReviewHost
import SystemPackage

/// The terminal, or the log, that the program writes to. What it writes holds none of the secrets that the program was
/// given.
enum Console {
  /// Writes a message to the standard error, masked and without hidden characters.
  static func complain(_ message: String) {
    write(complaint(message), to: .standardError)
  }

  /// The message as ``complain(_:)`` writes it: the lines that are not empty, of which the first names the program.
  static func complaint(_ message: String) -> String {
    // A message can quote text of the pull request.
    let lines = HostileText(KnownSecrets.ofProgram.masked(message)).lines(limit: HostileText.terminalLimit)
    return "reviewbot: \(lines.filter { !$0.isEmpty }.joined(separator: "\n  "))\n"
  }

  static func say(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput)
  }

  static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away, as `head` does, is no reason to fail.
    try? handle.write(contentsOf: Data(KnownSecrets.ofProgram.masked(text).utf8))
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Colour: on a terminal, unless `NO_COLOR` or `TERM=dumb` say otherwise.
  static func hasColour(_ descriptor: Int32, environment: [String: String]) -> Bool {
    isTerminal(descriptor) && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The terminal's width in columns, 80 to 140; 100 where there is none.
  static func width(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return min(max(Int(size.ws_col), 80), 140)
  }
}
