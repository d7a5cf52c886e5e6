// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText

/// A value that is a scalar in a configuration, and that can be formatted as its text.
///
/// An invalid string literal is a programming error and a precondition failure; `init?(_:)` parses text from a file.
package protocol ConfigurationValue: Codable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The noun for messages, such as `duration`.
  static var noun: String { get }
  /// Examples for messages, such as `90s or 10m`.
  static var examples: String { get }
  /// A regular expression for the JSON Schema, which can accept more than `init?(_:)`.
  static var pattern: String { get }

  init?(_ text: String)

  /// Returns the remedy for an invalid text; `nil` if the examples are sufficient.
  static func remedy(for text: String) -> String?
}

extension ConfigurationValue {
  package static func remedy(for text: String) -> String? { nil }

  package init(stringLiteral text: String) {
    guard let value = Self(text) else { preconditionFailure("invalid \(Self.noun): \(text)") }
    self = value
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "invalid \(Self.noun): \(text.prefix(40))")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension ConfigurationCodec where Value: ConfigurationValue {
  static var value: ConfigurationCodec { value("\(Value.noun) such as \(Value.examples)") { _ in true } }

  private static func value(_ expectation: String, isAllowed: @escaping @Sendable (Value) -> Bool) -> ConfigurationCodec
  {
    let schema: JSONValue = ["type": "string", "pattern": .text(Value.pattern)]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { value in
      plain(value.description)
    } read: { (node) throws(ValueError) in
      guard case .scalar(let text) = node.content, let value = Value(text), isAllowed(value) else {
        let remedy: String? = if case .scalar(let text) = node.content { Value.remedy(for: text) } else { nil }
        throw ValueError("expected \(withArticle(expectation)), found \(withoutCredential(node.kind))", remedy: remedy)
      }
      return value
    }
  }
}

extension ConfigurationCodec where Value: ConfigurationValue & Comparable {
  static func value(in allowed: ClosedRange<Value>) -> ConfigurationCodec {
    value("\(Value.noun) from \(allowed.lowerBound) to \(allowed.upperBound)") { allowed.contains($0) }
  }
}

extension ConfigurationCodec {
  /// Returns a codec for an optional key.
  static func optional<Wrapped>(_ kind: ConfigurationCodec<Wrapped>) -> ConfigurationCodec where Value == Wrapped? {
    ConfigurationCodec(description: kind.description, text: { $0.map(kind.text) ?? "" }) { (node) throws(ValueError) in
      try kind.read(node)
    }
  }

  /// Returns a codec for a list that reports all invalid elements.
  ///
  /// - Parameters:
  ///   - noun: the noun for the elements, such as `files`.
  ///   - isSecret: whether a scalar instead of the list may be a secret, which is not shown in messages.
  ///   - key: the property that must be unique among the elements.
  static func list<Element, Key: Hashable & SendableMetatype>(
    of element: ConfigurationCodec<Element>, _ count: ClosedRange<Int>, _ noun: String, isSecret: Bool = false,
    distinct key: @escaping @Sendable (Element) -> Key
  ) -> ConfigurationCodec where Value == [Element] {
    let least = count.lowerBound == 0 ? "at most" : "\(count.lowerBound) to"
    let expectation = "list of \(least) \(count.upperBound) \(noun)"
    let schema: JSONValue = [
      "type": "array", "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound),
      "items": element.description.schema,
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { values in
      "[" + values.map(element.text).joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else {
        let found = isSecret ? node.shape : node.kind
        throw ValueError("expected a \(expectation), found \(found)", remedy: "write it in brackets")
      }
      guard count.contains(items.count) else {
        throw ValueError("expected a \(expectation), found \(items.count)")
      }
      var keys: Set<Key> = []
      return try items.values { item throws(ValueError) in
        let value = try element.read(item)
        guard keys.insert(key(value)).inserted else {
          throw ValueError("duplicate \(shown("\(key(value))"))", remedy: "keep one of them")
        }
        return value
      }
    }
  }

  /// Returns a codec for a list of unique values.
  static func list<Element: Hashable & SendableMetatype>(
    of element: ConfigurationCodec<Element>, _ count: ClosedRange<Int>, _ noun: String, isSecret: Bool = false
  ) -> ConfigurationCodec where Value == [Element] {
    list(of: element, count, noun, isSecret: isSecret, distinct: \.self)
  }
}

/// Returns the text in YAML, quoted if necessary.
func plain(_ text: String) -> String {
  let isPlain = text.isASCIIName(punctuation: "-_./:@=")
  guard isPlain, let first = text.first, first.isLetter || first.isNumber || first == "/", !text.hasSuffix(":"),
    !["null", "true", "false"].contains(text)
  else { return quoted(text) }
  // Whole numbers are quoted, because they are strings and other YAML parsers would read them as numbers.
  return text.allSatisfy(\.isNumber) ? quoted(text) : text
}

/// Masks the part of a URL before the @, which may be a credential.
private func withoutCredential(_ text: String) -> String {
  guard let scheme = text.range(of: "://"), let at = text.lastIndex(of: "@"), at > scheme.upperBound else {
    return text
  }
  return "\(text[..<scheme.upperBound])***\(text[at...])"
}

func withArticle(_ noun: String) -> String {
  "\("aeiou".contains(noun.prefix(1)) ? "an" : "a") \(noun)"
}
