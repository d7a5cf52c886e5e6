// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The findings by rule, the rules with errors first.
struct PageRules: Sendable {
  private static let listed = 60

  let total: Int
  let rules: [PageRule]
  let unlistedRules: Int?

  init?(_ findings: [Finding], _ files: PageFiles, rules known: [String: FindingList.Rule]) {
    let groups = findings.byRule
    guard !groups.isEmpty else { return nil }
    total = findings.count
    rules = groups.prefix(Self.listed).enumerated().map { index, group in
      PageRule(group, files, about: known[group[0].rule]?.summary, isOpen: index < 3)
    }
    unlistedRules = (groups.count - rules.count).unlessZero
  }
}

struct PageRule: Sendable {
  private static let listed = 30

  let worst: String
  let rule: String
  let count: Int
  let aboutHTML: HTML?
  let isOpen: Bool
  let findings: [PageItem]
  let unlistedFindings: Int?

  init(_ findings: [Finding], _ files: PageFiles, about: String?, isOpen: Bool) {
    worst = findings.worst.rawValue
    rule = findings[0].rule
    count = findings.count
    aboutHTML = about.map { "\(prose: $0)" }
    self.isOpen = isOpen
    self.findings = files.inOrder(findings).prefix(Self.listed).map { PageItem($0, files) }
    unlistedFindings = (count - self.findings.count).unlessZero
  }
}

/// The suggestions as a patch, which the script copies; without it, the patch can be selected.
struct PageCorrections: Sendable {
  struct Part: Sendable {
    let file: String
    let patchHTML: HTML
  }

  let count: Int
  let files: String
  let omitted: Int?
  let parts: [Part]

  init?(_ patch: SuggestionPatch, _ files: PageFiles) {
    guard patch.count > 0 else { return nil }
    count = patch.count
    self.files = counted(patch.files.count, "file")
    omitted = patch.omitted.unlessZero
    parts = patch.files.map { file in
      Part(file: files.index(of: file.path).map(String.init) ?? "", patchHTML: "\(exact: file.text)")
    }
  }
}
