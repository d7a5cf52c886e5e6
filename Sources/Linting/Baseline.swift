// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation
package import ReviewContract
package import SystemPackage

/// Known findings, which are not reported.
///
/// An entry is a rule, a path and the text of a line, so that it stays valid when lines move, and when a file is
/// renamed. Rules about a whole file have no line; their entry holds the message without numbers.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Codable, Sendable {
    package let rule: String
    package let path: String
    /// 16 hexadecimal digits of the SHA-256 of the line without its indentation.
    package let line: String
    package var count: Int
  }

  private struct File: Codable {
    let version: Int
    let findings: [Entry]
  }

  /// The identity of an entry apart from its count.
  private struct Key: Hashable {
    let rule: String
    let path: String
    let line: String
  }

  private static let version = 1
  package private(set) var entries: [Entry]
  /// Whether the file is in the format of SwiftLint, which this program does not write.
  package private(set) var isOfSwiftLint = false

  /// Creates the baseline with all of these findings.
  package init(_ found: [LocatedFinding]) {
    var counts: [Key: Int] = [:]
    for found in found { counts[Self.key(found, path: found.finding.path), default: 0] += 1 }
    entries = Self.ordered(counts)
  }

  /// Decodes a file of `--write-baseline`, or a baseline of SwiftLint.
  ///
  /// - Parameters:
  ///   - file: the name of the file for messages.
  ///   - root: of the working tree, which absolute paths in SwiftLint's baselines start with.
  /// - Throws: ``UsageError`` when the contents are neither.
  package init(_ data: Data, file: String, root: FilePath) throws(UsageError) {
    if let written = try? JSONDecoder().decode(File.self, from: data) {
      guard written.version == Self.version else {
        throw UsageError(
          "cannot read the baseline \(file): it has version \(written.version)",
          remedy: "write it again with this program")
      }
      entries = written.findings.filter { $0.count > 0 }
    } else if let violations = try? JSONDecoder().decode([SwiftLintViolation].self, from: data) {
      var counts: [Key: Int] = [:]
      for violation in violations { counts[violation.key(root: root), default: 0] += 1 }
      entries = Self.ordered(counts)
      isOfSwiftLint = true
    } else {
      throw UsageError(
        "cannot read the baseline \(file): it is neither reviewbot's nor SwiftLint's",
        remedy: "write it again with reviewbot lint --write-baseline FILE")
    }
  }

  /// The text of the file.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(File(version: Self.version, findings: entries)) + Data("\n".utf8)
  }

  /// Splits findings into those that are not in the baseline, and entries without a finding.
  ///
  /// - Parameter oldPaths: the paths of files before they were renamed, by their path now.
  /// - Returns: the findings, and entries that match nothing, of any file; see ``StaleEntries``.
  package func apply(
    to found: [LocatedFinding], oldPaths: [String: String]
  ) -> (new: [LocatedFinding], unmatched: [Entry]) {
    var counts = Self.counts(entries)
    var new: [LocatedFinding] = []
    for found in found {
      let path = found.finding.path
      let keys = [path, oldPaths[path] ?? path].map { Self.key(found, path: $0) }
      if let key = keys.first(where: { counts[$0, default: 0] > 0 }) {
        counts[key, default: 0] -= 1
      } else {
        new.append(found)
      }
    }
    // For a renamed file whose old name is unknown, the entries have lost their file.
    let paths = Set(found.map(\.finding.path)).union(oldPaths.keys)
    var lost: [Key: [Key]] = [:]
    for key in counts.keys where counts[key, default: 0] > 0 && !paths.contains(key.path) {
      lost[Key(rule: key.rule, path: "", line: key.line), default: []].append(key)
    }
    new.removeAll { found in
      guard
        let key = lost[Self.key(found, path: "")]?.sorted(by: { $0.path < $1.path })
          .first(where: { counts[$0, default: 0] > 0 })
      else { return false }
      counts[key, default: 0] -= 1
      return true
    }
    return (new, Self.ordered(counts.filter { $0.value > 0 }))
  }

  /// Returns the baseline without entries that ``apply(to:oldPaths:)`` found to be stale.
  package func removing(_ stale: [Entry]) -> Baseline {
    var counts = Self.counts(entries)
    for (key, count) in Self.counts(stale) { counts[key, default: 0] -= count }
    var baseline = self
    baseline.entries = Self.ordered(counts.filter { $0.value > 0 })
    return baseline
  }

  /// Returns the entries that another version of the file does not have.
  ///
  /// - Parameter oldPaths: the paths of files before they were renamed, by their path now; entries keep them.
  func added(since old: Baseline?, oldPaths: [String: String]) -> [Entry] {
    var counts = Self.counts(entries)
    var known = Self.counts(old?.entries ?? [])
    for paths in [[:], oldPaths] {
      for (key, count) in counts {
        let oldKey = Key(rule: key.rule, path: paths[key.path] ?? key.path, line: key.line)
        let kept = min(count, known[oldKey, default: 0])
        counts[key, default: 0] -= kept
        known[oldKey, default: 0] -= kept
      }
    }
    return Self.ordered(counts.filter { $0.value > 0 })
  }

  private static func counts(_ entries: [Entry]) -> [Key: Int] {
    var counts: [Key: Int] = [:]
    for entry in entries {
      counts[Key(rule: entry.rule, path: entry.path, line: entry.line), default: 0] += min(entry.count, 1_000_000)
    }
    return counts
  }

  /// Rules whose findings are about a whole file, wherever they are reported.
  private static let aboutFiles: Set<String> = [
    "file_header", "file_length", "file_name", "file_name_no_space", "single_test_class", "trailing_newline",
  ]

  private static func key(_ found: LocatedFinding, path: String) -> Key {
    let finding = found.finding
    let text =
      aboutFiles.contains(finding.rule)
      ? finding.message.filter { !$0.isNumber } : found.lineText ?? finding.message
    return key(rule: finding.rule, path: path, text: text)
  }

  private static func key(rule: String, path: String, text: String) -> Key {
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    return Key(rule: rule, path: path, line: Fingerprint.name(of: String(trimmed), digits: 16))
  }

  private static func ordered(_ counts: [Key: Int]) -> [Entry] {
    counts.map { Entry(rule: $0.key.rule, path: $0.key.path, line: $0.key.line, count: $0.value) }
      .sorted { ($0.path, $0.rule, $0.line) < ($1.path, $1.rule, $1.line) }
  }

  /// An entry of SwiftLint's baselines: a violation with the text of its line.
  private struct SwiftLintViolation: Decodable {
    struct Violation: Decodable {
      struct Location: Decodable {
        let file: String
      }

      let location: Location
      let ruleIdentifier: String
      let reason: String
    }

    let text: String
    let violation: Violation

    func key(root: FilePath) -> Key {
      let path = String(relativePath: violation.location.file, from: root.string) ?? violation.location.file
      let isAboutFile = aboutFiles.contains(violation.ruleIdentifier)
      return Baseline.key(
        rule: violation.ruleIdentifier, path: path,
        text: isAboutFile ? violation.reason.filter { !$0.isNumber } : text)
    }
  }
}
