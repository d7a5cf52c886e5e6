// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much is kept of what tests say.
enum TestTexts {
  /// UTF-8 bytes of a suite's or a test's name, or of the reason of a skip.
  static let maximumName = 300
  /// UTF-8 bytes of a failure's message.
  static let maximumMessage = 4000
  /// UTF-8 bytes of what a failed test printed.
  static let maximumOutput = 2000
  /// How many failures are kept; all are counted.
  static let maximumFailures = 200

  /// The beginning of a text.
  static func start(of text: some StringProtocol, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? String(text) : String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
  }

  /// The end of a text.
  static func end(of text: String, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? text : "…" + String(decoding: text.utf8.suffix(bytes), as: UTF8.self)
  }

  /// Seconds as a results file has them, in milliseconds between 0 and a day.
  static func milliseconds(_ seconds: Double) -> Int {
    seconds.isFinite ? Int(min(max(seconds, 0), 86_400) * 1000) : 0
  }
}
