// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes

/// Reads the `Link` header (RFC 8288).
enum LinkHeader {
  /// Whether the server names links at all.
  static func isPresent(in fields: HTTPFields) -> Bool {
    HTTPField.Name("Link").map { fields.contains($0) } ?? false
  }

  /// The target of the link whose relation is `next`.
  static func next(in fields: HTTPFields) -> String? {
    guard let name = HTTPField.Name("Link") else { return nil }
    for value in fields[values: name] {
      for link in split(value) where link.relations.contains("next") { return link.target }
    }
    return nil
  }

  private struct Link {
    var target = ""
    var relations: Set<String> = []
  }

  /// Commas and semicolons are separators outside of `<…>` and `"…"` only.
  private static func split(_ value: String) -> [Link] {
    pieces(value[...], at: ",").compactMap { text in
      let parts = pieces(text, at: ";").map { trimmed($0) }
      guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { return nil }
      var link = Link(target: String(target.dropFirst().dropLast()))
      for parameter in parts.dropFirst() {
        let pair = parameter.split(separator: "=", maxSplits: 1).map { trimmed($0) }
        guard pair.count == 2, pair[0].lowercased() == "rel" else { continue }
        let relations = pair[1].hasPrefix("\"") ? pair[1].dropFirst().dropLast() : pair[1]
        link.relations.formUnion(relations.split(separator: " ").map { $0.lowercased() })
      }
      return link
    }
  }

  private static func pieces(_ text: Substring, at separator: Character) -> [Substring] {
    var isQuoted = false
    var isTarget = false
    return text.split(omittingEmptySubsequences: true) { character in
      switch character {
      case "\"" where !isTarget: isQuoted.toggle()
      case "<" where !isQuoted: isTarget = true
      case ">" where !isQuoted: isTarget = false
      default: break
      }
      return character == separator && !isQuoted && !isTarget
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
