// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewContract

extension ConfigurationCodec<[QuarantinedTest]> {
  private static let maximum = 200

  /// Tests in quarantine, each with its last day and a reason.
  static var quarantine: ConfigurationCodec {
    let one = ConfigurationCodec<QuarantinedTest>.mapping(
      "mapping with test, package, until, reason and issue", QuarantinedTest(),
      [
        ConfigurationKey(
          "test", \.test, .line("name of a test"), "The test, as reports name it.", example: "ShapeTests/testArea"),
        ConfigurationKey("package", \.package, .line("folder of a package").omitting(""), "The folder of its package."),
        ConfigurationKey("until", \.until, .day, "The last day.", example: "2026-12-31"),
        ConfigurationKey("reason", \.reason, .line("reason"), "The reason.", example: "fails without a network"),
        ConfigurationKey("issue", \.issue, .line("address of an issue").omitting(""), "The address of an issue."),
      ], required: ["test", "until", "reason"])
    return list(
      of: one, 0...maximum, "tests, each a \(one.description.expectation)",
      distinct: \.shown)
  }
}

extension ConfigurationCodec<String> {
  private static let longestLine = 500

  /// One line of text.
  fileprivate static func line(_ expectation: String) -> ConfigurationCodec {
    let schema: JSONValue = ["type": "string", "minLength": 1, "maxLength": .integer(longestLine)]
    return scalar(expectation, schema: schema, text: plain) { (text) throws(ValueError) in
      guard (1...longestLine).contains(text.utf8.count), text.hasNoControlCharacter else {
        throw ValueError("expected a \(expectation) of at most \(longestLine) bytes in one line, found \(shown(text))")
      }
      return text
    }
  }

  /// A day such as `2026-12-31`.
  fileprivate static var day: ConfigurationCodec {
    let schema: JSONValue = ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"]
    return scalar("day", schema: schema, text: plain) { (text) throws(ValueError) in
      guard text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil else {
        throw ValueError("expected a day such as 2026-12-31, found \(shown(text))")
      }
      return text
    }
  }
}
