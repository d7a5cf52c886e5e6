// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A sentence that somebody else wrote.
///
/// It stays plain where every character is known to mean nothing in Markdown and nothing in it would become a link; all
/// else becomes a code span. What is between two backticks was meant as code.
enum Prose {
  /// - Parameter text: one line.
  static func make(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1, parts.enumerated().allSatisfy({ $0.offset % 2 == 0 || !$0.element.isEmpty }) else {
      return CodeSpan.make(text)
    }
    let made = parts.enumerated().map { offset, part in
      let part = String(part)
      if offset % 2 == 1 { return CodeSpan.make(part) }
      return isPlain(part) ? part : CodeSpan.make(part)
    }
    // Two spans that touch would be read as one.
    guard !zip(made, made.dropFirst()).contains(where: { $0.0.hasSuffix("`") && $0.1.hasPrefix("`") }) else {
      return CodeSpan.make(text)
    }
    return text.isEmpty ? "(empty)" : made.joined()
  }

  private static let marks = Set(" .,;'\"()?%+=/:-–…".unicodeScalars)

  private static func isPlain(_ text: String) -> Bool {
    var hexadecimalRun = 0
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      guard marks.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        return false
      }
      // `https://…`, `:tada:`
      if previous == ":" && scalar != " " { return false }
      // Seven and more digits can be a commit, and become a link to it.
      hexadecimalRun = scalar.properties.isASCIIHexDigit ? hexadecimalRun + 1 : 0
      if hexadecimalRun >= 7 { return false }
      previous = scalar
    }
    return ["www.", "gh-", "ghsa-", "cve-"].allSatisfy { !text.lowercased().contains($0) }
  }
}
