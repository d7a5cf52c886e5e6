// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SystemPackage

/// How `swift test` is asked to write Swift Testing's events to a file. The options lost their prefix in 6.1 or so, and
/// the versions of the format have their own numbers.
struct EventOptions: Hashable, Sendable {
  private let output: String
  private let version: String
  private let format: String

  /// Whether it is known that there are events after each run, even one without tests.
  var isAlwaysWritten: Bool { format != "0" }

  /// - Parameters:
  ///   - help: what `swift test --help-hidden` prints.
  ///   - version: the compiler's, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  init?(help: String, version: String) {
    let words = Set(help.split { $0.isWhitespace || $0 == "," || $0 == "<" })
    let names = [
      ("--event-stream-output-path", "--event-stream-version"),
      ("--experimental-event-stream-output", "--experimental-event-stream-version"),
    ]
    guard let name = names.first(where: { words.contains($0.0[...]) && words.contains($0.1[...]) }) else { return nil }
    output = name.0
    self.version = name.1
    // Every later version reads and writes the first format; 6.3 says more in its own.
    format = Self.isAtLeast(6, 3, version) ? "6.3" : "0"
  }

  func arguments(file: FilePath) -> [String] { [output, file.string, version, format] }

  private static func isAtLeast(_ major: Int, _ minor: Int, _ version: String) -> Bool {
    guard let marker = version.firstRange(of: "Swift version ") else { return false }
    let numbers = version[marker.upperBound...].prefix { $0.isNumber || $0 == "." }.split(separator: ".").map {
      Int($0)
    }
    guard numbers.count >= 2, let first = numbers[0], let second = numbers[1] else { return false }
    return (first, second) >= (major, minor)
  }
}
