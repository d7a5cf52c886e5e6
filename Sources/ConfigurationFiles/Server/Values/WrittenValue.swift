// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A value that is written as one text, and can be written back.
///
/// A literal of such a value is part of the program, and an invalid one ends it; text from a file goes through
/// `init?(_:)`.
package protocol WrittenValue: Codable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// What it is, such as `duration`.
  static var noun: String { get }
  /// Such as `90s or 10m`.
  static var examples: String { get }
  /// A regular expression for the JSON Schema, which may accept more than the reader.
  static var pattern: String { get }

  init?(_ text: String)

  /// The remedy for an invalid text; `nil` where the examples say enough.
  static func remedy(for text: String) -> String?
}

extension WrittenValue {
  package static func remedy(for text: String) -> String? { nil }

  package init(stringLiteral text: String) {
    guard let value = Self(text) else { preconditionFailure("\(text) is no \(Self.noun)") }
    self = value
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(Self.noun): \(text.prefix(40))")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
