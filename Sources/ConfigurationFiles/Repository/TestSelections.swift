// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewContract

extension ConfigurationCodec<[TestSelection]> {
  private static let maximum = 20

  /// The invocations of `swift test`, with distinct names.
  static var testSelections: ConfigurationCodec {
    let one = ConfigurationCodec<TestSelection>.mapping(
      "mapping with name, filter, skip, arguments, sanitize and configuration", TestSelection(),
      [
        ConfigurationKey("name", \.name, .runName, "The name of the run in the report.", example: "integration"),
        ConfigurationKey("filter", \.filters, .testPatterns, "Regular expressions; a test is run if one matches."),
        ConfigurationKey("skip", \.skips, .testPatterns, "Regular expressions; a test is not run if one matches."),
        ConfigurationKey("arguments", \.arguments, .testArguments, "Further arguments for `swift test`."),
        ConfigurationKey(
          "sanitize", \.build.sanitizer, .choice.omitting(.none), "The sanitizer that the tests are built with."),
        ConfigurationKey(
          "configuration", \.build.configuration, .choice.omitting(.debug), "The configuration of the build."),
      ], required: ["name"])
    return list(of: one, 0...maximum, "runs, each a \(one.description.expectation)", distinct: \.name).checked {
      (runs) throws(ValueError) in
      guard runs.isEmpty || runs.contains(where: \.build.measuresCoverage) else {
        throw ValueError(
          "every run has sanitize or configuration: release, and none measures coverage",
          remedy: "add a run without them, such as {name: all}")
      }
    }
  }
}

extension ConfigurationCodec where Value: Equatable & Sendable {
  /// The codec with one value formatted as no value.
  func omitting(_ value: Value) -> ConfigurationCodec {
    let text = text
    return ConfigurationCodec(description: description, text: { $0 == value ? "" : text($0) }, read: read)
  }
}

extension ConfigurationCodec<String> {
  fileprivate static var runName: ConfigurationCodec {
    let schema: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_.-]{1,40}$"]
    return scalar("name of a run", schema: schema, text: plain) { (text) throws(ValueError) in
      guard (1...40).contains(text.utf8.count), text.isASCIIName(punctuation: "_.-") else {
        throw ValueError("expected at most 40 letters, digits and -_., found \(shown(text))")
      }
      return text
    }
  }
}

extension ConfigurationCodec<[String]> {
  private static let maximumPatterns = 20
  /// The maximum length of a pattern, in bytes.
  private static let longestPattern = 500

  /// One regular expression, or a list of them.
  fileprivate static var testPatterns: ConfigurationCodec {
    let schema: JSONValue = [
      "anyOf": [
        ["type": "string"],
        ["type": "array", "maxItems": .integer(maximumPatterns), "items": ["type": "string"]],
      ]
    ]
    let expectation = "regular expression or list of regular expressions"
    return list(expectation, text: \.self, read: pattern).orElement.orNone.described(expectation, schema).checked {
      (patterns) throws(ValueError) in
      guard patterns.count <= maximumPatterns else {
        throw ValueError("expected at most \(maximumPatterns) regular expressions, found \(patterns.count)")
      }
    }
  }

  private static func pattern(_ text: String) throws(ValueError) -> String {
    // A text with a leading dash would be parsed as an option.
    guard (1...longestPattern).contains(text.utf8.count), text.hasNoControlCharacter, !text.hasPrefix("-"),
      (try? Regex(text)) != nil
    else {
      throw ValueError("expected a regular expression such as ^ShapeTests[.], found \(shown(text))")
    }
    return text
  }

  /// Arguments of `swift test` that only select a testing library or the number of parallel tests.
  fileprivate static var testArguments: ConfigurationCodec {
    let allowed = TestSelection.allowedArguments
    let expectation = "list of " + allowed.map { "`\($0)`" }.joined(separator: ", ")
    return texts(expectation).orNone.checked { (arguments) throws(ValueError) in
      if let argument = TestSelection.firstRefused(of: arguments) {
        throw ValueError(
          "the argument \(shown(argument)) is not allowed", remedy: "use \(allowed.joined(separator: ", "))")
      }
    }
  }
}
