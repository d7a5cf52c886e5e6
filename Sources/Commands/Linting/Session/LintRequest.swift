// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Linting
import ReviewContract
import SystemPackage

/// One run of the linter over a working tree, its index, a push, or a text.
struct LintRequest: Sendable {
  /// The checked files or text.
  enum Subject: Hashable, Sendable {
    case local(LocalScope)
    /// The commits that a push would add to each branch.
    case pushed([PushedRef])
    /// A text instead of the file at a path, which is relative to the current folder.
    case text([UInt8], path: String)
  }

  var subject: Subject
  /// The findings that count; `nil` for the configuration's choice.
  var scope: FindingScope?
  /// Whether other findings are listed; `nil` for the configuration's choice.
  var old: OldFindings?
  /// Files and folders, relative to the current folder; all if empty.
  var paths: [String] = []
  var currentFolder: FilePath
  /// The file that replaces `.reviewbot.yml`.
  var configuration: String?
  /// The file with the `defaults` of a server, which the configuration cannot loosen.
  var defaults: String?
  /// SwiftLint's configuration that replaces all other files.
  var swiftLintConfiguration: String?
  /// Whether warnings are reported as errors.
  var isStrict = false
  /// The file of known findings; `nil` for that of the configuration.
  var baseline: String?
  /// Whether findings of earlier runs are used, and the findings of this run are cached.
  var usesCache = true
  /// Whether the findings have suggestions.
  var needsSuggestions = true
  /// Whether the findings that `--fix` would correct are counted.
  var countsCorrections = false
  /// Whether other linters may run without a sandbox.
  var allowsLinters = false
  /// Receives the steps of the run, possibly on several threads.
  var progress: (@Sendable (LintStep) -> Void)?
  /// Whether the baseline is ignored, because it is written again.
  var ignoresBaseline = false
  /// Whether stale entries of the baseline fail the run, also if the configuration does not say so.
  var isBaselineStrict = false
  /// Whether stale entries are removed from the baseline.
  var prunesBaseline = false

  /// Whether it is of the kind that hooks of git make, which repeat with each commit and push.
  var isOfHook: Bool {
    switch subject {
    case .local(.staged), .pushed: true
    case .local, .text: false
    }
  }

  init(_ subject: Subject, in currentFolder: FilePath) {
    self.subject = subject
    self.currentFolder = currentFolder
  }
}

/// A baseline to be written without its stale entries.
struct PrunedBaseline: Sendable {
  let baseline: Baseline
  /// The path of the file.
  let file: String
}

/// The findings of a run, after all filters.
struct LintResult: Sendable {
  typealias Found = LocatedFinding

  /// The top folder of the working tree.
  var root: FilePath
  var mergeBase: CommitID?
  /// The name of the base of the change; `nil` if every line counts.
  var baseName: String?
  /// What chose the base; `nil` if it is only a usual name, or an argument.
  var baseReason: String?
  /// The number of files that a rule or another linter looked at.
  var fileCount: Int
  var found: [Found]
  /// The findings that do not count, if they are to be listed.
  var old: [Found] = []
  /// The number of findings that `--fix` would correct; `nil` if they were not counted.
  var correctableCount: Int?
  /// The number of findings that are in the baseline.
  var knownCount = 0
  /// The entries of the baseline whose finding is gone.
  var stale: [Baseline.Entry] = []
  /// Whether they fail the run.
  var isBaselineStrict = false
  /// The baseline without these entries, if it is to be written.
  var pruned: PrunedBaseline?
  var notes: [Note]
  /// Whether there are more warnings than the configuration allows.
  var exceedsThreshold = false
  /// The rules that the configuration defines.
  var customRules: [CustomRule] = []

  var findings: [Finding] { found.map(\.finding) }

  /// The base and what chose it, such as `origin/main (GITHUB_BASE_REF)`; `nil` without a comparison.
  var baseDescription: String? {
    baseName.map { name in baseReason.map { "\(name) (\($0))" } ?? name }
  }
}
