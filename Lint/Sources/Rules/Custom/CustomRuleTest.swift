// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import SwiftSource

/// The result of running the examples of a custom rule.
public struct CustomRuleTest: Sendable {
  /// An example with another result than the configuration declares.
  public struct Failure: Hashable, Sendable {
    public let code: String
    /// One sentence without a full stop.
    public let reason: String
  }

  public let rule: CustomRule
  public let failures: [Failure]

  public init(_ rule: CustomRule) {
    self.rule = rule
    var on = rule
    on.isOn = true
    do throws(CustomRuleProblem) {
      let compiled = try CompiledRule(on)
      failures =
        rule.examples.good.compactMap { Self.failure(of: compiled, $0, isGood: true) }
        + rule.examples.bad.compactMap { Self.failure(of: compiled, $0, isGood: false) }
    } catch {
      failures = [Failure(code: "", reason: error.message)]
    }
  }

  private static func failure(of rule: CompiledRule, _ example: CustomRule.Example, isGood: Bool) -> Failure? {
    var text = SourceText(path: rule.rule.scope == .files ? "example" : "example.swift", text: example.code)
    var found = rule.violations(in: FileSections(SourceFile(text)))
    if let note = found.notes.first { return Failure(code: example.code, reason: "\(note)") }
    guard isGood == found.violations.isEmpty else {
      let lines = found.violations.map { text.lines.line(at: $0.range.lowerBound) }
      let lineList = Set(lines).sorted().map(String.init).joined(separator: ", ")
      return Failure(
        code: example.code,
        reason: isGood ? "a good example has a finding at line \(lineList)" : "a bad example has no finding")
    }
    guard !isGood, !example.fixed.isEmpty else { return nil }
    // Rounds as in `lint --fix`, because the correction of a nested finding needs another one.
    for _ in 0..<10 {
      let edits = found.violations.flatMap(\.edits).sorted { $0.range.lowerBound < $1.range.lowerBound }
      let fixed = text.applying(edits)
      if fixed.bytes == text.bytes { break }
      text = fixed
      found = rule.violations(in: FileSections(SourceFile(text)))
    }
    let fixed = text.text(in: 0..<text.bytes.count)
    return fixed == example.fixed
      ? nil : Failure(code: example.code, reason: "the corrected code is \(fixed.debugDescription)")
  }
}
