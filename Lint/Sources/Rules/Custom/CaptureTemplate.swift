// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A message or a correction with captures.
///
/// With a regex, `$1` and `${name}` are groups, `$0` is the match, and `$$` is a dollar sign. With a pattern, `$NAME`,
/// `$$$NAME` and `${NAME}` are metavariables, and `$0` is Swift's name of a closure parameter.
struct CaptureTemplate: Hashable, Sendable {
  enum Kind: Sendable { case regex, pattern }

  private enum Piece: Hashable, Sendable {
    case text(String)
    case capture(String)
  }

  private let pieces: [Piece]

  init(_ text: String, _ kind: Kind) {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let first = rest.first {
      if first == "$", let (piece, end) = Self.piece(in: rest, kind) {
        if case .text(let text) = piece {
          literal += text
        } else {
          pieces += [.text(literal), piece]
          literal = ""
        }
        rest = rest[end...]
      } else {
        literal.append(first)
        rest = rest.dropFirst()
      }
    }
    self.pieces = (pieces + [.text(literal)]).filter { $0 != .text("") }
  }

  /// The names of the captures, with digits for the groups without a name.
  var names: [String] {
    pieces.compactMap { if case .capture(let name) = $0 { name } else { nil } }
  }

  /// Returns the text with the values of the captures.
  ///
  /// - Parameter isCode: whether a comma beside an empty capture is removed.
  func text(isCode: Bool = false, _ value: (String) -> String) -> String {
    var result = ""
    var dropsComma = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        result += dropsComma && text.hasPrefix(", ") ? String(text.dropFirst(2)) : text
        dropsComma = false
      case .capture(let name):
        let text = value(name)
        result += text
        dropsComma = isCode && text.isEmpty
        if dropsComma, result.hasSuffix(", ") {
          result.removeLast(2)
          dropsComma = false
        }
      }
    }
    return result
  }

  /// Whether the text with the values of the captures has more bytes than the limit, without building it.
  func isLonger(than limit: Int, _ value: (String) -> String) -> Bool {
    var count = 0
    for piece in pieces {
      switch piece {
      case .text(let text): count += text.utf8.count
      case .capture(let name): count += value(name).utf8.count
      }
      if count > limit { return true }
    }
    return false
  }

  /// Returns the message about a capture that the rule does not bind.
  static func unbound(_ name: String, _ bound: some Collection<String>, prefix: String = "$") -> String {
    let known = bound.sorted().map { prefix + $0 }.joined(separator: ", ")
    return "\(prefix)\(name.prefix(80)) is never captured; "
      + (known.isEmpty ? "there are no captures" : "captures are \(known)")
  }

  private static func piece(in rest: Substring, _ kind: Kind) -> (Piece, String.Index)? {
    let after = rest.dropFirst()
    if after.first == "{", let end = after.firstIndex(of: "}") {
      let name = after[..<end].dropFirst()
      guard !name.isEmpty, name.utf8.count <= 80,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      else { return nil }
      return (.capture(String(name)), rest.index(after: end))
    }
    switch kind {
    case .regex:
      if after.first == "$" { return (.text("$"), rest.index(rest.startIndex, offsetBy: 2)) }
      let digits = after.prefix { $0.isASCII && $0.isNumber }.prefix(2)
      return digits.isEmpty ? nil : (.capture(String(digits)), digits.endIndex)
    case .pattern:
      let name = rest.drop { $0 == "$" }.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
      let dollars = rest.distance(from: rest.startIndex, to: name.startIndex)
      return [1, 3].contains(dollars) && Metavariables.isName(name) ? (.capture(String(name)), name.endIndex) : nil
    }
  }
}
