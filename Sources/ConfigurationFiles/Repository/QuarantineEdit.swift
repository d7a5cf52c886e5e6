// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// Changes the entries of `tests.quarantine` in the text of a configuration, and nothing else: comments and the order of
/// keys stay. Each result is read again, and used only if it has the expected entries.
package struct QuarantineEdit {
  private let text: String
  private let lines: [Substring]
  private let read: (String) throws -> [QuarantinedTest]

  /// - Parameter read: returns the entries of a configuration.
  package init(_ text: String, read: @escaping (String) throws -> [QuarantinedTest]) {
    self.text = text
    self.read = read
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text with one more entry.
  ///
  /// - Throws: ``UsageError`` if the test has one, or if the file has another layout than this can change.
  package func adding(_ entry: QuarantinedTest) throws -> String {
    let entries = try read(text)
    if let known = entries.first(where: { $0.isAbout(entry.test, entry.package) }) {
      throw UsageError(
        "\(entry.test) is in quarantine until \(known.until)", remedy: "remove the entry first, or change its day")
    }
    let item = "- " + ConfigurationCodec<[QuarantinedTest]>.quarantine.text([entry]).dropFirst().dropLast()
    // Explains what is wrong with the entry itself.
    _ = try read("version: 1\ntests:\n  quarantine:\n    \(item)\n")
    return try accepted([withItem(item)], entries + [entry], byHand: "add \(item) to tests.quarantine")
  }

  /// The text without an entry.
  ///
  /// - Throws: ``UsageError`` if there is none, or if the file has another layout than this can change.
  package func removing(_ test: String, package: String) throws -> String {
    let entries = try read(text)
    guard entries.contains(where: { $0.isAbout(test, package) }) else {
      let known = entries.map(\.test).joined(separator: ", ")
      throw UsageError(
        "\(test) is not in quarantine", remedy: known.isEmpty ? "no test is" : "these are: \(known)")
    }
    return try accepted(
      withoutItems, entries.filter { !$0.isAbout(test, package) }, byHand: "remove the entry from tests.quarantine")
  }

  private func accepted(
    _ candidates: [String?], _ expected: [QuarantinedTest], byHand remedy: String
  ) throws -> String {
    for case let candidate? in candidates where (try? read(candidate)) == expected { return candidate }
    throw UsageError("cannot change the file, which has another layout than blocks of lines", remedy: remedy)
  }

  // MARK: Lines

  private func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  /// Whether it has neither a key nor a value.
  private func isBlank(_ line: Substring) -> Bool {
    let content = line.drop { $0 == " " || $0 == "\r" }
    return content.isEmpty || content.hasPrefix("#")
  }

  /// The line of a key without a value beside it.
  private func key(_ name: String, at indentation: Int, in range: Range<Int>) -> Int? {
    range.first { index in
      let line = lines[index]
      guard self.indentation(line) == indentation, line.dropFirst(indentation).hasPrefix("\(name):") else {
        return false
      }
      let rest = line.dropFirst(indentation + name.count + 1).drop { $0 == " " || $0 == "\r" }
      return rest.isEmpty || rest.hasPrefix("#") || rest == "[]"
    }
  }

  /// The lines below a key, without the blank ones at their end.
  private func block(of key: Int, deeperThan indentation: Int) -> Range<Int> {
    var end = key + 1
    for index in (key + 1)..<lines.endIndex where !isBlank(lines[index]) {
      let isItem = lines[index].drop { $0 == " " }.hasPrefix("- ")
      guard self.indentation(lines[index]) > indentation || (isItem && self.indentation(lines[index]) == indentation)
      else { break }
      end = index + 1
    }
    return (key + 1)..<end
  }

  private var all: Range<Int> { lines.startIndex..<lines.endIndex }

  private var tests: (key: Int, block: Range<Int>)? {
    key("tests", at: 0, in: all).map { ($0, block(of: $0, deeperThan: 0)) }
  }

  private var quarantine: (key: Int, block: Range<Int>, indentation: Int)? {
    guard let tests, let first = tests.block.first(where: { !isBlank(lines[$0]) }) else { return nil }
    let indentation = indentation(lines[first])
    return key("quarantine", at: indentation, in: tests.block).map {
      ($0, block(of: $0, deeperThan: indentation), indentation)
    }
  }

  private func withItem(_ item: String) -> String {
    var result = lines.map(String.init)
    if let quarantine {
      let first = quarantine.block.first { !isBlank(lines[$0]) }
      let indentation = first.map { self.indentation(lines[$0]) } ?? quarantine.indentation + 2
      result.insert(String(repeating: " ", count: indentation) + item, at: quarantine.block.upperBound)
      if first == nil { result[quarantine.key] = String(repeating: " ", count: quarantine.indentation) + "quarantine:" }
      return result.joined(separator: "\n")
    }
    if let tests {
      let indentation = tests.block.first { !isBlank(lines[$0]) }.map { self.indentation(lines[$0]) } ?? 2
      let space = String(repeating: " ", count: indentation)
      result.insert(contentsOf: ["\(space)quarantine:", "\(space)  \(item)"], at: tests.block.upperBound)
      return result.joined(separator: "\n")
    }
    let start = text.isEmpty ? "version: 1\n" : text.hasSuffix("\n") ? text : text + "\n"
    return start + "tests:\n  quarantine:\n    \(item)\n"
  }

  /// The text without each of the items, and without the keys around the last one.
  private var withoutItems: [String?] {
    guard let quarantine, let tests else { return [] }
    let starts = quarantine.block.filter { lines[$0].drop { $0 == " " }.hasPrefix("- ") }
    guard let indentation = starts.map({ self.indentation(lines[$0]) }).min() else { return [] }
    let items = starts.filter { self.indentation(lines[$0]) == indentation }
    let ranges = items.enumerated().map { number, start in
      start..<(number + 1 < items.count ? items[number + 1] : quarantine.block.upperBound)
    }
    var candidates = ranges.map { without([$0]) }
    candidates += ranges.map { without([$0, quarantine.key..<(quarantine.key + 1)]) }
    candidates += ranges.map { without([$0, quarantine.key..<(quarantine.key + 1), tests.key..<(tests.key + 1)]) }
    return candidates
  }

  private func without(_ ranges: [Range<Int>]) -> String {
    lines.indices.filter { index in !ranges.contains { $0.contains(index) } }.map { lines[$0] }.joined(separator: "\n")
  }
}

extension QuarantinedTest {
  fileprivate func isAbout(_ test: String, _ package: String) -> Bool { self.test == test && self.package == package }
}
