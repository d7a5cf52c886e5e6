// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// Reads a type of value from YAML, and formats it as YAML.
package struct ConfigurationCodec<Value>: Sendable {
  let description: CodecDescription
  let text: @Sendable (Value) -> String
  let read: @Sendable (YAMLNode) throws(ValueError) -> Value
}

/// The description of a type of value in the reference and in the schema.
package struct CodecDescription: Hashable, Sendable {
  /// A noun phrase, such as `whole number from 0 to 100`.
  package let expectation: String
  /// A JSON Schema for the value.
  package let schema: JSONValue
}

extension ConfigurationCodec {
  /// Returns a codec for a scalar, parsed from its text, because YAML's type resolution would convert `no` to false and
  /// `1:30` to 90.
  static func scalar(
    _ expectation: String, schema: JSONValue, text: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> ConfigurationCodec {
    ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema), text: text) {
      (node) throws(ValueError) in
      guard case .scalar(let string) = node.content else {
        throw ValueError("expected a \(expectation), found \(node.kind)")
      }
      return try read(string)
    }
  }
}

extension ConfigurationCodec<Int> {
  static func integer(_ allowed: ClosedRange<Int>) -> ConfigurationCodec {
    let expectation = "whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    let schema: JSONValue = [
      "type": "integer", "minimum": .integer(allowed.lowerBound), "maximum": .integer(allowed.upperBound),
    ]
    return scalar(expectation, schema: schema, text: { "\($0)" }) { (text) throws(ValueError) in
      try integer(text, allowed)
    }
  }

  /// Parses decimal digits: no octal, no underscores, no exponents.
  static func integer(_ text: String, _ allowed: ClosedRange<Int>) throws(ValueError) -> Int {
    guard (1...9).contains(text.utf8.count), text.isASCIIDigits,
      let value = Int(text), text == "\(value)", allowed.contains(value)
    else {
      throw ValueError(
        "expected a whole number from \(allowed.lowerBound) to \(allowed.upperBound), found \(shown(text))")
    }
    return value
  }
}

extension ConfigurationCodec where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var choice: ConfigurationCodec {
    choice(among: Array(Value.allCases))
  }
}

extension ConfigurationCodec where Value: RawRepresentable<String> & Sendable {
  static func choice(among values: [Value]) -> ConfigurationCodec {
    let names = values.map(\.rawValue)
    let expectation = names.joined(separator: ", ")
    let schema: JSONValue = ["enum": .array(names.map { .text($0) })]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema), text: \.rawValue)
    {
      (node) throws(ValueError) in
      guard case .scalar(let text) = node.content else {
        throw ValueError("expected one of \(expectation), found \(node.kind)")
      }
      guard let value = values.first(where: { $0.rawValue == text }) else {
        throw ValueError(
          "expected one of \(expectation), found \(shown(text))", nearest: NearestName.find(for: text, in: names))
      }
      return value
    }
  }
}

extension ConfigurationCodec<CoverageTarget> {
  static var coverageTarget: ConfigurationCodec {
    scalar(
      "percentage or auto", schema: ["type": ["string", "number"]], text: \.description
    ) { (text) throws(ValueError) in
      if text == "auto" { return .auto }
      guard let percent = PercentTarget(text) else {
        throw ValueError("expected auto or a percentage such as 80 or 72.5%, found \(shown(text))")
      }
      return .percent(percent)
    }
  }
}

extension ConfigurationCodec<PercentTarget> {
  static var percentage: ConfigurationCodec {
    scalar("percentage", schema: ["type": ["string", "number"]], text: \.description) { (text) throws(ValueError) in
      guard let percent = PercentTarget(text) else {
        throw ValueError("expected a percentage such as 80 or 72.5%, found \(shown(text))")
      }
      return percent
    }
  }
}

extension ConfigurationCodec<Bool> {
  static var boolean: ConfigurationCodec {
    scalar("true or false", schema: ["type": "boolean"], text: \.description) { (text) throws(ValueError) in
      guard let value = Bool(text) else { throw ValueError("expected true or false, found \(shown(text))") }
      return value
    }
  }
}

extension ConfigurationCodec<[Glob]> {
  static var globs: ConfigurationCodec {
    list("list of path patterns", text: \.pattern) { (text) throws(ValueError) in
      guard let glob = Glob(text) else {
        throw ValueError(
          "invalid path pattern \(shown(text)); write it relative to the root of the repository, as in Sources/**/*.swift"
        )
      }
      return glob
    }
  }
}

extension ConfigurationCodec<BuildArguments> {
  static var buildArguments: ConfigurationCodec {
    let lists = ConfigurationCodec<[String]>.texts("list of allowed arguments")
    return ConfigurationCodec(description: lists.description, text: { lists.text($0.list) }) {
      (node) throws(ValueError) in
      try BuildArguments(lists.read(node))
    }
  }
}

extension ConfigurationCodec {
  static func list<Element>(
    _ expectation: String, text: @escaping @Sendable (Element) -> String,
    read: @escaping @Sendable (String) throws(ValueError) -> Element
  ) -> ConfigurationCodec where Value == [Element] {
    let description = CodecDescription(
      expectation: expectation, schema: ["type": "array", "items": ["type": "string"]])
    return ConfigurationCodec(
      description: description, text: { values in "[" + values.map { quoted(text($0)) }.joined(separator: ", ") + "]" }
    ) { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else {
        throw ValueError("expected a \(expectation), found \(node.kind)")
      }
      return try items.values { item throws(ValueError) in
        guard case .scalar(let string) = item.content else { throw ValueError("expected a text, found \(item.kind)") }
        return try read(string)
      }
    }
  }
}

extension ConfigurationCodec<[String]> {
  /// Returns a codec for a list of texts, whose form is checked with the whole list.
  static func texts(_ expectation: String) -> ConfigurationCodec {
    list(expectation, text: \.self) { (text) throws(ValueError) in text }
  }
}

extension ConfigurationCodec {
  /// Returns the codec with a further condition for valid values.
  func checked(_ check: @escaping @Sendable (Value) throws(ValueError) -> Void) -> ConfigurationCodec {
    ConfigurationCodec(description: description, text: text) { (node) throws(ValueError) in
      let value = try read(node)
      try check(value)
      return value
    }
  }

  /// Returns the codec with other words and another schema.
  func described(_ expectation: String, _ schema: JSONValue) -> ConfigurationCodec {
    ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema), text: text, read: read)
  }

  /// The codec for a list that can be written as its only element.
  var orElement: ConfigurationCodec {
    ConfigurationCodec(description: description, text: text) { (node) throws(ValueError) in try read(node.asList) }
  }
}

extension ConfigurationCodec where Value: Collection & SendableMetatype {
  /// The codec with an empty list formatted as no value.
  var orNone: ConfigurationCodec {
    ConfigurationCodec(description: description, text: { $0.isEmpty ? "" : text($0) }, read: read)
  }
}

func quoted(_ text: String) -> String {
  OptionValue.text(text).description
}

extension String {
  /// Whether it is one line of printable characters.
  var hasNoControlCharacter: Bool { unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } }
}

/// Returns a text for messages, quoted, truncated, and on one line.
func shown(_ text: String) -> String {
  "\"\(HostileText(text).line(limit: 60, spacing: .kept))\""
}

/// An invalid value.
struct ValueError: Error, Hashable {
  let message: String
  /// The valid name that is closest to the invalid one.
  let nearest: String?
  /// The action that fixes it, if no name is close.
  let remedy: String?
  /// The location, if it is not the start of the value.
  let mark: YAMLMark?
  /// Further errors of the value.
  private(set) var others: [ValueError] = []

  init(_ message: String, nearest: String? = nil, remedy: String? = nil, at mark: YAMLMark? = nil) {
    self.message = message
    self.nearest = nearest
    self.remedy = remedy
    self.mark = mark
  }

  /// This error and the further ones, separately.
  var all: [ValueError] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// Returns all errors of one value as one error; `nil` if there are none.
  static func joined(_ errors: [ValueError]) -> ValueError? {
    let all = errors.flatMap(\.all)
    guard var first = all.first else { return nil }
    first.others = Array(all.dropFirst())
    return first
  }

  /// Returns the errors, with a location for the errors without one.
  func at(_ place: YAMLMark) -> ValueError {
    let errors = all.map { ValueError($0.message, nearest: $0.nearest, remedy: $0.remedy, at: $0.mark ?? place) }
    return Self.joined(errors) ?? self
  }

  /// Returns the errors, prefixed with a key inside the value.
  func under(_ key: String, at place: YAMLMark) -> ValueError {
    let errors = all.map {
      ValueError("\(key): \($0.message)", nearest: $0.nearest, remedy: $0.remedy, at: $0.mark ?? place)
    }
    return Self.joined(errors) ?? self
  }
}
