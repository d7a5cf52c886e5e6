// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The pull request and the base branch that a status is about, such as `#7 into main`.
struct StatusSubject: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  /// The name of the base branch as statuses show it; `nil` if it is unknown.
  let base: String?

  /// The maximum length of a branch's name in a status, which is one short line.
  private static let longestBase = 30

  /// - Parameter base: the full name of the base branch.
  init(number: Int, base: String?) {
    self.number = number
    self.base = base.map(Self.shown)
  }

  fileprivate init(number: Int, shownBase: String?) {
    self.number = number
    base = shownBase
  }

  var description: String { base.map { "#\(number) into \($0)" } ?? "#\(number)" }

  /// Whether a result for this subject is a result for a pull request with that number and base branch.
  func covers(_ number: Int, base: String?) -> Bool {
    guard number == self.number else { return false }
    guard let shown = self.base else { return true }
    return base.map(Self.shown) == shown
  }

  /// Returns the name, or its beginning and a digest if it is long or has unusual characters. The result has no space and
  /// no colon, which separate the parts of a status's text, and equal results mean equal names.
  private static func shown(_ name: String) -> String {
    let plain = name.unicodeScalars.filter(isPlain)
    if plain.count == name.unicodeScalars.count, !name.isEmpty, name.utf16.count <= longestBase { return name }
    let digest = Fingerprint.name(of: name, digits: 8)
    var start = ""
    for scalar in plain {
      guard start.utf16.count + String(scalar).utf16.count + 1 + digest.count <= longestBase else { break }
      start.unicodeScalars.append(scalar)
    }
    return "\(start)…\(digest)"
  }

  /// Git allows most of Unicode in the name of a branch, also characters that no one sees.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? (0x21...0x7e).contains(scalar.value) && scalar != ":" : scalar.properties.isAlphabetic
  }
}

/// The result of a pull request as the text of a status names it, such as `#7 into main passed`.
struct NamedResult: Hashable, Sendable, CustomStringConvertible {
  let subject: StatusSubject
  let passed: Bool

  var description: String { "\(subject) \(passed ? "passed" : "failed")" }
}

/// The text of a status.
///
///     #7 into main: passed
///     #7 into main (#9 into release passed): 2 of 120 tests failed
///     #9 into release, while #7 into main passed: 2 of 120 tests failed
///
/// The status belongs to the commit, so that all pull requests with this head share it. The first pull request is the one
/// whose verdict the status shows. In the last form, another one wrote it: its own verdict is a pass, which does not
/// replace the failure. The results in parentheses are copies of what earlier statuses showed, for a forge that returns
/// the latest status only.
struct StatusText: Hashable, Sendable {
  let subject: StatusSubject
  /// The result of the pull request that wrote the status, if it is not the subject.
  var writer: NamedResult?
  var others: [NamedResult] = []
  let summary: String

  /// The least number of characters for the summary.
  private static let shortestSummary = 24

  /// Returns one line of limited length, with as many of the other results as fit: failures first.
  func description(atMost limit: Int) -> String {
    var head = subject.description
    if let writer { head += ", while \(writer)" }
    var shown: [NamedResult] = []
    for result in others.filter({ !$0.passed }) + others.filter(\.passed) {
      let longer = Self.joined(head, shown + [result])
      if longer.utf16.count + Self.shortestSummary <= limit { shown.append(result) }
    }
    return CommitStatus.shortened("\(Self.joined(head, shown)): \(summary)", to: limit)
  }

  private static func joined(_ head: String, _ results: [NamedResult]) -> String {
    results.isEmpty ? head : "\(head) (\(results.map(\.description).joined(separator: ", ")))"
  }
}

extension StatusText {
  /// Parses the description of a status; `nil` for one of another form.
  init?(_ text: String) {
    // Names of branches have no colon and no space.
    guard let colon = text.firstIndex(of: ":") else { return nil }
    var head = text[..<colon]
    let rest = text[text.index(after: colon)...]
    guard rest.isEmpty || rest.hasPrefix(" ") else { return nil }
    var others: [NamedResult] = []
    if head.hasSuffix(")"), let start = head.firstRange(of: " (") {
      for part in head[start.upperBound...].dropLast().split(separator: ", ", omittingEmptySubsequences: false) {
        guard let result = NamedResult(part) else { return nil }
        others.append(result)
      }
      head = head[..<start.lowerBound]
    }
    var writer: NamedResult?
    if let start = head.firstRange(of: ", while ") {
      guard let result = NamedResult(head[start.upperBound...]) else { return nil }
      writer = result
      head = head[..<start.lowerBound]
    }
    guard let subject = StatusSubject(head) else { return nil }
    self.init(subject: subject, writer: writer, others: others, summary: String(rest.dropFirst()))
  }
}

extension NamedResult {
  fileprivate init?(_ text: Substring) {
    guard let space = text.lastIndex(of: " "), let subject = StatusSubject(text[..<space]) else { return nil }
    switch text[text.index(after: space)...] {
    case "passed": self.init(subject: subject, passed: true)
    case "failed": self.init(subject: subject, passed: false)
    default: return nil
    }
  }
}

extension StatusSubject {
  fileprivate init?(_ text: Substring) {
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 1 || fields.count == 3 && fields[1] == "into" && !fields[2].isEmpty,
      let word = fields.first, word.hasPrefix("#"), let number = Int(word.dropFirst()), number > 0,
      "#\(number)" == word
    else { return nil }
    self.init(number: number, shownBase: fields.count == 3 ? String(fields[2]) : nil)
  }
}
