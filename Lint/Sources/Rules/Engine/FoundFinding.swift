// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// A finding of a rule in a file, with data that the report does not need.
struct FoundFinding: Hashable, Sendable {
  /// With the line that it starts on.
  var located: LocatedFinding
  /// The edits that correct it; empty if a correction needs a decision.
  var edits: [TextEdit] = []
  /// Whether it has no edits because the file would not parse with them.
  var isBroken = false

  var finding: Finding {
    get { located.finding }
    _modify { yield &located.finding }
  }
}

/// Prepares the findings of one file for a report: in order, without duplicates, with fingerprints.
enum FileFindings {
  /// The number of bytes of a line that its fingerprint depends on.
  private static let namingBytes = 4096

  static func reported(_ found: [FoundFinding]) -> [LocatedFinding] {
    // Sorting indices is cheaper than moving findings.
    let order = found.indices.sorted { isInOrder(found[$0].finding, found[$1].finding) }
    var reported: [LocatedFinding] = []
    reported.reserveCapacity(order.count)
    // The number of occurrences of a fingerprint: equal findings are distinguished by their order.
    var occurrences: [UInt64: Int] = [:]
    var last: Finding?
    for index in order {
      if let last, !isInOrder(last, found[index].finding) { continue }
      var located = found[index].located
      last = located.finding
      let first = fingerprint(located, occurrence: 0)
      let occurrence = occurrences[first, default: 0]
      occurrences[first] = occurrence + 1
      located.finding.setFingerprint(occurrence == 0 ? first : fingerprint(located, occurrence: occurrence))
      reported.append(located)
    }
    return reported
  }

  private static func fingerprint(_ located: LocatedFinding, occurrence: Int) -> UInt64 {
    let (rule, path) = (located.finding.rule, located.finding.path)
    let ofASCII = located.withLine { line -> UInt64? in
      let line = UnsafeBufferPointer(rebasing: line.prefix(namingBytes))
      guard line.allSatisfy({ $0 < 0x80 }) else { return nil }
      return Fingerprint.digest(rule: rule, path: path, line: line, occurrence: occurrence)
    }
    if let ofASCII = ofASCII ?? nil { return ofASCII }
    // The line may not be UTF-8: its text has no fewer bytes. The last character is a whole one before it is divided here.
    let text = Substring((located.lineText(maximumBytes: namingBytes + 4) ?? "").utf8.prefix(namingBytes))
    return Fingerprint.digest(rule: rule, path: path, lineText: text, occurrence: occurrence)
  }

  /// The order of a report; equal findings follow each other.
  private static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
    let (start, other) = (left.range, right.range)
    if start.startLine != other.startLine { return start.startLine < other.startLine }
    if start.startColumn != other.startColumn { return start.startColumn < other.startColumn }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.message != right.message { return left.message < right.message }
    return (start.endLine, start.endColumn) < (other.endLine, other.endColumn)
  }
}

/// Marks the findings that are in the change.
///
/// No finding is removed, because a report can include earlier ones. A finding over several lines is in the change if
/// any of its lines was added, because that line caused or kept the finding.
struct ChangedLinesFilter: Sendable {
  private let addedLines: [String: LineSet]
  private let isEverythingInChange: Bool

  init(files: [ChangedFile], isEverythingInChange: Bool) {
    addedLines =
      isEverythingInChange ? [:] : Dictionary(files.map { ($0.path, $0.addedLines) }) { first, _ in first }
    self.isEverythingInChange = isEverythingInChange
  }

  /// - Parameter found: the findings of one file.
  func apply(to found: inout [LocatedFinding], of path: String) {
    if isEverythingInChange {
      for index in found.indices { found[index].finding.isInChange = true }
      return
    }
    let added = addedLines[path]
    for index in found.indices {
      found[index].finding.isInChange =
        added?.overlaps(found[index].finding.range.lines) == true
        // The error of a removed brace is found far from the change.
        || found[index].finding.rule == ParseErrorRule.id && added != nil
    }
  }
}

/// Limits the findings of each rule, so that one rule on one generated file cannot fill the report. Errors in the change
/// are kept first, because they fail the gate, then other findings in the change.
public struct PerRuleLimitFilter: Sendable {
  private let limit: Int

  public init(limit: Int = RuleSettings.defaultLimitPerRule) {
    self.limit = limit
  }

  public func apply(to found: inout [LocatedFinding], notes: inout [Note]) {
    guard found.count > limit else { return }
    var counts: [String: Int] = [:]
    for found in found { counts[found.finding.rule, default: 0] += 1 }
    let exceeded = counts.filter { $0.value > limit }
    guard !exceeded.isEmpty else { return }
    let ofExceeded = found.indices.filter { exceeded[found[$0].finding.rule] != nil }
    var remaining = exceeded.mapValues { _ in limit }
    var removed: Set<Int> = []
    for index in found.byImportance(ofExceeded) {
      let rule = found[index].finding.rule
      if remaining[rule, default: 0] > 0 { remaining[rule, default: 0] -= 1 } else { removed.insert(index) }
    }
    found = found.indices.filter { !removed.contains($0) }.map { found[$0] }
    for (rule, count) in exceeded.sorted(by: { $0.key < $1.key }) {
      notes.append(
        Note(
          "\(rule) has \(count) findings; the report lists \(limit) of them",
          unfinished: [Note.UnfinishedCheck(rule, .note)]))
    }
  }
}

extension [LocatedFinding] {
  /// Sorts indices of findings: those of errors in the change, of other findings in the change, and of all others.
  func byImportance(_ indices: some Sequence<Int>) -> [Int] {
    indices.sorted { left, right in
      let weights = (self[left].finding.weight, self[right].finding.weight)
      return weights.0 == weights.1 ? left < right : weights.0 > weights.1
    }
  }
}

extension Finding {
  /// Errors in the change fail the gate, and findings outside of the change are the first to leave out.
  fileprivate var weight: Int { isInChange ? severity == .error ? 2 : 1 : 0 }
}
