// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whose arguments may stay unevaluated.
package enum AutoclosureNames: Hashable, Sendable {
  static let maximum = 200

  case standard
  case names([String])

  /// `nil` for the standard ones.
  package var list: [String]? {
    switch self {
    case .standard: nil
    case .names(let names): names
    }
  }
}

extension AutoclosureNames: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The other form is a list.
    if let text = try? container.decode(String.self), text == "standard" {
      self = .standard
    } else {
      self = .names(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .standard: try container.encode("standard")
    case .names(let names): try container.encode(names)
    }
  }
}

extension ValueKind<AutoclosureNames> {
  static var autoclosureNames: ValueKind {
    let lists = ValueKind<[String]>.list("list of names", text: { $0 }) { (text) throws(ValueError) in
      let isName = text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      guard isName, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
        text.utf8.count <= 200
      else { throw ValueError("expected the name of a function, such as precondition, found \(shown(text))") }
      return text
    }
    let words = "standard or list of names"
    let schema = #"{"anyOf": [{"const": "standard"}, {"type": "array", "items": {"type": "string"}}]}"#
    return ValueKind(description: ValueKindDescription(words: words, schema: schema)) { names in
      names.list.map(lists.text) ?? "standard"
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("standard"): return .standard
      case .sequence(let items):
        guard items.count <= AutoclosureNames.maximum else {
          throw ValueError("expected at most \(AutoclosureNames.maximum) names, found \(items.count)")
        }
        return .names(try lists.read(node))
      case .scalar, .mapping, .empty: throw ValueError("expected \(words), found \(node.kind)")
      }
    }
  }
}
