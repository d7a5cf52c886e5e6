// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
public import SwiftSource
import SwiftSyntax

/// The text of a file after its corrections.
public struct CorrectedFile: Hashable, Sendable {
  public let bytes: [UInt8]
  /// The number of corrected findings of each rule.
  public let counts: [String: Int]
  /// Notes about omitted corrections.
  public let notes: [Note]
}

extension RuleLinter {
  /// The limit of the rounds for one file: a correction can make another one possible, or overlap it.
  private static let maximumRounds = 10

  /// Applies the corrections of the rules that are on to the text of one file.
  ///
  /// The result is stable: correcting it again changes nothing, unless the limit of rounds was reached. Edits that
  /// overlap are applied in the order of the file, in separate rounds. A correction that adds syntax errors is left out,
  /// with a note, and so are rules that undo one another's corrections.
  ///
  /// - Parameter chosen: the findings in the text that are corrected, with those that their corrections cause on the
  ///   same lines; nil for all findings.
  /// - Returns: nil if there is nothing to correct, or the file cannot be parsed.
  public func corrected(_ text: SourceText, only chosen: [Finding]? = nil) -> CorrectedFile? {
    var correction = Correction(text, chosen)
    for _ in 0..<Self.maximumRounds {
      let review = review(
        correction.text, rules(for: text.path), parseLimit: ParsedFile.defaultLimit, keepsCorrections: true)
      guard correction.apply(review.findings, of: SourceFile(correction.text)) else { break }
    }
    let notes = correction.allNotes
    guard correction.text.bytes != text.bytes || !notes.isEmpty else { return nil }
    return CorrectedFile(bytes: correction.text.bytes, counts: correction.counts, notes: notes)
  }
}

/// A file between two rounds of corrections.
private struct Correction {
  private(set) var text: SourceText
  private(set) var counts: [String: Int] = [:]
  private var notes: [Note] = []
  /// The rules whose corrections of the last round break the text.
  private var brokenRules: Set<String> = []
  private var refused: Set<String> = []
  /// The texts before each round and the rules that corrected them, to find rules that undo one another's corrections.
  private var rounds: [(text: SourceText, rules: Set<String>)] = []
  private let initialChoice: CorrectionChoice?
  /// In bytes. A correction that causes its own finding again could otherwise multiply the text in each round.
  private let maximumCount: Int
  /// The choice of findings; nil for all.
  private var choice: CorrectionChoice?

  init(_ text: SourceText, _ chosen: [Finding]?) {
    self.text = text
    maximumCount = 2 * text.bytes.count + Self.freeGrowth
    initialChoice = chosen.map { CorrectionChoice($0, in: text) }
    choice = initialChoice
  }

  /// The bytes by which a corrected text may exceed twice its original length.
  private static let freeGrowth = 4 << 10

  var allNotes: [Note] {
    notes
      + brokenRules.sorted().map {
        Note(path: text.path, was: "not fully corrected for \($0)", because: "the result does not parse")
      }
  }

  /// - Returns: whether the text changed, or a rule was refused, so that another round may change more.
  mutating func apply(_ findings: [FoundFinding], of file: SourceFile) -> Bool {
    choice?.exclude(findings)
    brokenRules = []
    let candidates = findings.filter { !refused.contains($0.finding.rule) && choice?.includes($0.finding) != false }
    noteBroken(candidates.filter(\.isBroken))
    var check = CorrectionCheck(file)
    // Corrections that can be applied alone can break the text together.
    let separate = candidates.indicesWithoutOverlaps().map { candidates[$0] }
    let chosen = check.accepted(separate)
    let accepted = Set(chosen)
    noteBroken(separate.filter { !accepted.contains($0) })
    guard !chosen.isEmpty else { return false }
    let edits = chosen.flatMap(\.edits)
    let changed = text.applying(edits)
    guard changed.bytes != text.bytes else { return false }
    guard changed.bytes.count <= maximumCount else {
      let growing = chosen.filter { found in found.edits.contains { $0.replacement.utf8.count > $0.range.count } }
      for rule in Set(growing.map(\.finding.rule)).sorted() {
        refused.insert(rule)
        add("further for \(rule)", because: "it would be more than twice as long")
      }
      return true
    }
    rounds.append((text, Set(chosen.map(\.finding.rule))))
    if let first = rounds.firstIndex(where: { $0.text.bytes == changed.bytes }) {
      restart(without: Set(rounds[first...].flatMap(\.rules)))
      return true
    }
    choice?.move(from: text, to: changed, edits)
    for found in chosen { counts[found.finding.rule, default: 0] += 1 }
    text = changed
    return true
  }

  /// Restarts with the first text, without rules that undo one another's corrections.
  private mutating func restart(without rules: Set<String>) {
    refused.formUnion(rules)
    add(
      "for \(rules.sorted().joined(separator: " and "))",
      because: "they undo each other's corrections; disable one of them")
    (text, counts, choice) = (rounds[0].text, [:], initialChoice)
    rounds = []
  }

  /// Adds a note about an omitted correction.
  private mutating func add(_ extent: String, because reason: String) {
    notes.merge([Note(path: text.path, was: "not corrected \(extent)", because: reason)])
  }

  private mutating func noteBroken(_ findings: [FoundFinding]) { brokenRules.formUnion(findings.map(\.finding.rule)) }
}

extension SourceText {
  /// - Parameter edits: must not overlap.
  package func applying(_ edits: [TextEdit]) -> SourceText {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where edit.range.lowerBound >= position
    {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return SourceText(path: path, bytes: result)
  }
}
