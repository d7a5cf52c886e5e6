// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A pattern of Codecov's `ignore`: a path, a glob, or a regular expression that is matched from the start of a path.
enum CodecovPattern: Hashable {
  case path(Glob)
  /// A path that is not ignored although another pattern matches it.
  case negation
  /// A regular expression that cannot be written as a path pattern.
  case regularExpression
  case invalid

  init(_ pattern: String) {
    guard !pattern.hasPrefix("!") else {
      self = .negation
      return
    }
    let path = pattern.hasPrefix("./") ? String(pattern.dropFirst(2)) : pattern
    guard Self.isRegularExpression(path) else {
      self = Glob(path).map { .path($0) } ?? .invalid
      return
    }
    var translation = RegexTranslation(path)
    self = translation.translated().flatMap { Glob($0) }.map { .path($0) } ?? .regularExpression
  }

  /// Returns whether a pattern has a part that only regular expressions have. A bracket is in both languages.
  private static func isRegularExpression(_ pattern: String) -> Bool {
    if pattern.contains(where: { "^$()|\\".contains($0) }) || pattern.contains("]*") || pattern.contains("]+") {
      return true
    }
    // `a.*` is one, and `*.*` is not.
    return pattern.split(separator: "/").contains { part in
      part.firstRange(of: ".*").map { !part[..<$0.lowerBound].contains("*") } == true
    }
  }
}

/// Translates a regular expression to a path pattern that matches the same paths.
private struct RegexTranslation {
  private var rest: ArraySlice<Character>
  private var glob = ""
  /// Whether the expression may match in the middle of a path's component at its end.
  private var endsAnchored = false

  init(_ pattern: String) {
    rest = Array(pattern)[...]
    if rest.first == "^" { rest.removeFirst() }
    if rest.last == "$", rest.dropLast().last != "\\" {
      rest.removeLast()
      endsAnchored = true
    }
  }

  /// - Returns: `nil` when no path pattern matches the same paths.
  mutating func translated() -> String? {
    while let next = rest.popFirst() {
      switch next {
      case ".": guard dot() else { return nil }
      case "\\": guard escape() else { return nil }
      case "[": guard bracket() else { return nil }
      case "(": guard group() else { return nil }
      case "*", "+", "?", "^", "$", "|", ")", "]", "{", "}": return nil
      default:
        guard !isRepeated else { return nil }
        glob.append(next)
      }
    }
    guard !glob.isEmpty else { return nil }
    if endsAnchored || glob.hasSuffix("**") || glob.hasSuffix(".swift") { return glob }
    // The rest of the path is arbitrary. A pattern without a wildcard includes everything below.
    return glob.hasSuffix("/") ? glob + "**" : glob.contains { "*?[{".contains($0) } ? beginning : glob
  }

  /// The pattern for every path that begins like this; `nil` when it has a choice, which cannot be nested.
  private var beginning: String? { glob.contains("{") ? nil : "{\(glob)*,\(glob)*/**}" }

  private var isRepeated: Bool { rest.first.map { "*+?{".contains($0) } ?? false }

  /// Reads what follows `.`: `.*` stands for any part of a path, a single dot usually for itself.
  private mutating func dot() -> Bool {
    guard rest.first == "*" else {
      guard !isRepeated else { return false }
      glob.append(".")
      return true
    }
    rest.removeFirst()
    let isAtStart = glob.isEmpty || glob.hasSuffix("/")
    guard isAtStart else {
      guard rest.isEmpty, let beginning else { return false }
      glob = beginning
      endsAnchored = true
      return true
    }
    if rest.isEmpty {
      glob += "**"
    } else if rest.first == "/" {
      rest.removeFirst()
      glob += "*/**/"
    } else {
      glob += "**/*"
    }
    return true
  }

  private mutating func escape() -> Bool {
    guard let next = rest.popFirst(), !next.isLetter, !next.isNumber, !"*?[]{}".contains(next), !isRepeated else {
      return false
    }
    glob.append(next)
    return true
  }

  /// Reads `[^/]*` and `[^/]+`, which match within a component, or a set of characters.
  private mutating func bracket() -> Bool {
    guard let close = rest.firstIndex(of: "]") else { return false }
    let inside = String(rest[..<close])
    rest = rest[(close + 1)...]
    if inside == "^/" {
      guard let sign = rest.popFirst(), sign == "*" || sign == "+" else { return false }
      glob += sign == "*" ? "*" : "?*"
      return true
    }
    guard !isRepeated, !inside.hasPrefix("^"), !inside.contains("\\"), !inside.contains("/"), !inside.contains("!")
    else {
      return false
    }
    glob += "[\(inside)]"
    return true
  }

  /// Reads `(a|b)` with words.
  private mutating func group() -> Bool {
    guard let close = rest.firstIndex(of: ")") else { return false }
    var inside = String(rest[..<close])
    if inside.hasPrefix("?:") { inside.removeFirst(2) }
    rest = rest[(close + 1)...]
    let alternatives = inside.replacing("\\.", with: ".").split(separator: "|", omittingEmptySubsequences: false)
    let areNames = alternatives.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_. /".contains($0) }
    }
    guard areNames, !isRepeated else { return false }
    glob += alternatives.count == 1 ? String(alternatives[0]) : "{\(alternatives.joined(separator: ","))}"
    return true
  }
}
