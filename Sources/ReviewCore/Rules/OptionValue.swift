// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The value of a rule's option, as a configuration can write it.
package enum OptionValue: Hashable, Sendable {
  case integer(Int)
  case boolean(Bool)
  case text(String)
  case texts([String])

  /// What kind of value it is, in the words of a reader of the configuration.
  package var kind: String {
    switch self {
    case .integer: "whole number"
    case .boolean: "true or false"
    case .text: "text"
    case .texts: "list of texts"
    }
  }
}

extension OptionValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each attempt that fails only says that the value is of another kind.
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = .texts(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .texts(let values): try container.encode(values)
    }
  }
}

/// As YAML writes it.
extension OptionValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let value): Self.quoted(value)
    case .texts(let values): "[" + values.map(Self.quoted).joined(separator: ", ") + "]"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension OptionValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral values: String...) { self = .texts(values) }
}
