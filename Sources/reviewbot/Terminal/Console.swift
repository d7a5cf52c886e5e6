// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Observability
import ReviewHost
import SystemPackage

/// The terminal, or the log, that the program writes to. What it writes holds none of the secrets that the program was given.
enum Console {
  /// Says on the standard error what went wrong.
  static func complain(_ message: String) {
    // A message can quote what somebody else wrote.
    let lines = KnownSecrets.ofProgram.masked(message).split(whereSeparator: \.isNewline).map { Self.plain(String($0)) }
    write("reviewbot: \(lines.joined(separator: "\n  "))\n", to: .standardError)
  }

  static func say(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput)
  }

  static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away, as `head` does, is no reason to fail.
    try? handle.write(contentsOf: Data(KnownSecrets.ofProgram.masked(text).utf8))
  }

  /// The text without control characters.
  static func plain(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { scalar in
      scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value)
    }
    return String(String.UnicodeScalarView(visible.prefix(2000)))
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
