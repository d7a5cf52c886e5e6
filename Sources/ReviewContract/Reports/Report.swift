// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The result of a review: the input of all renderers and publishers.
///
/// Its JSON (`report.json`) is the boundary between the half that runs the code under review and the half that holds
/// the token. Keys are only ever added.
package struct Report: Hashable, Codable, Sendable {
  /// The version of the JSON. It is incremented only when a key changes its meaning.
  package static let schemaVersion = 1

  package struct PullRequestSummary: Hashable, Codable, Sendable {
    package let number: Int
    package let title: String
    package let author: String?
    package let url: String?
    package let isFromFork: Bool
    /// The branch to be merged into; `nil` in reports of older versions.
    package let baseBranch: String?

    package init(
      number: Int, title: String, author: String?, url: String?, isFromFork: Bool, baseBranch: String? = nil
    ) {
      self.baseBranch = baseBranch
      self.number = number
      self.title = title
      self.author = author
      self.url = url
      self.isFromFork = isFromFork
    }
  }

  package struct MissingResult: Hashable, Codable, Sendable {
    /// The resulting verdict of the review.
    package let verdict: Verdict
    package let reason: String

    package init(_ result: UndeterminedResult, _ reason: String) {
      self.init(verdict: result.verdict, reason: reason)
    }

    package init(verdict: Verdict, reason: String) {
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// The description in a report of a rule that the configuration defines.
  package struct NamedRule: Hashable, Codable, Sendable {
    package let id: String
    package let name: String
    /// The message in the configuration, with the names of captures.
    package let message: String
    package let severity: Severity
  }

  package let schema: Int
  /// Name and version of the program, such as `reviewbot 0.1.0`.
  package let tool: String
  package private(set) var repository: Repository
  package private(set) var pullRequest: PullRequestSummary
  package let head: CommitID
  package let base: CommitID
  package let mergeBase: CommitID
  /// SHA-256 of the effective configuration, in hexadecimal.
  package let configurationHash: String
  package private(set) var verdict: Verdict
  /// One sentence for each reason of the verdict.
  package private(set) var reasons: [String]
  package private(set) var stages: [Stage]
  package private(set) var runs: [TestRun]
  package private(set) var coverage: PatchCoverage?
  package private(set) var findings: [Finding]
  /// Facts that do not change the verdict, such as a configuration that takes effect after the merge.
  package private(set) var notes: [String]
  package let change: ChangeSummary
  /// The paths with merge conflicts between head and base.
  package let conflicts: [String]?
  /// Expected facts that could not be determined.
  package let missingResults: [MissingResult]?
  /// `nil` where no tests can have been removed.
  package private(set) var removedTests: RemovedTests?
  /// What the change suppresses; `nil` for nothing, and in reports of older versions.
  package let suppressions: ChangeSuppressions?
  /// One sentence for each reason that would have failed the review if its part were not informational.
  package private(set) var informational: [String]?
  /// The reviewed part of the pull request and its reason; `nil` for a full review.
  package private(set) var scope: ReviewScope?
  /// Which findings of changed files count, and whether the others are shown; `nil` for the defaults.
  package let selection: FindingSelection?
  /// The findings that accounts with write permission had left out of the judgement; `nil` for none. Added by the half
  /// that publishes.
  package private(set) var ignored: [IgnoredFinding]?
  /// The custom rules of the findings; `nil` if there are none. Added by the half that reads the configuration.
  package private(set) var customRules: [NamedRule]?
  /// The texts of the changed files with their coverage, for pages; `nil` where they were not read.
  package private(set) var sources: [ChangedSource]?
  /// The lines that can be commented on; `nil` in reports of older versions. Added by the half that fetches the change.
  package private(set) var addedLines: [AddedLines]?

  package init(
    tool: String, repository: Repository, pullRequest: PullRequestSummary, head: CommitID, base: CommitID,
    mergeBase: CommitID, configurationHash: String, verdict: Verdict, reasons: [String], stages: [Stage],
    runs: [TestRun], coverage: PatchCoverage?, findings: [Finding], notes: [String], change: ChangeSummary,
    conflicts: [String]? = nil, missingResults: [MissingResult]? = nil, removedTests: RemovedTests? = nil,
    informational: [String]? = nil, scope: ReviewScope? = nil, sources: [ChangedSource]? = nil,
    customRules: [NamedRule]? = nil, suppressions: ChangeSuppressions? = nil, selection: FindingSelection? = nil
  ) {
    self.selection = selection == FindingSelection() ? nil : selection
    self.suppressions = suppressions
    self.customRules = customRules
    self.sources = sources
    self.informational = informational
    self.scope = scope
    self.schema = Self.schemaVersion
    self.tool = tool
    self.repository = repository
    self.pullRequest = pullRequest
    self.head = head
    self.base = base
    self.mergeBase = mergeBase
    self.configurationHash = configurationHash
    self.verdict = verdict
    self.reasons = reasons
    self.stages = stages
    self.runs = runs
    self.coverage = coverage
    self.findings = findings
    self.notes = notes
    self.change = change
    self.conflicts = conflicts
    self.missingResults = missingResults
    self.removedTests = removedTests
  }

  /// Returns the report with another judgement, and the evidence that led to it.
  package func with(
    _ judgement: VerdictJudge.Judgement, runs: [TestRun], coverage: PatchCoverage?, findings: [Finding]? = nil
  ) -> Report {
    var report = self
    report.verdict = judgement.verdict
    report.reasons = judgement.reasons
    report.informational = judgement.informational.isEmpty ? nil : judgement.informational
    (report.runs, report.coverage) = (runs, coverage)
    report.findings = findings ?? self.findings
    return report
  }

  /// Returns the report with other runs and the same verdict.
  package func with(runs: [TestRun]) -> Report {
    var report = self
    report.runs = runs
    return report
  }

  func adding(ignored: [IgnoredFinding]) -> Report {
    var report = self
    report.ignored = ignored
    return report
  }

  /// Returns the report with further notes.
  package func adding(notes: [String]) -> Report {
    var report = self
    report.notes += notes
    return report
  }

  /// Returns the report with the forge's data of the pull request, because addresses and names from the half that runs
  /// the code under review are not trusted. In a plain repository the title is the subject of the head, which only that
  /// half reads.
  package func identified(by pullRequest: PullRequest) -> Report {
    var report = self
    let isLocal = pullRequest.repository.forge == .local
    report.ignored = nil
    report.repository = pullRequest.repository
    report.pullRequest = PullRequestSummary(
      number: pullRequest.number, title: isLocal ? self.pullRequest.title : pullRequest.title,
      author: pullRequest.author, url: pullRequest.url, isFromFork: pullRequest.isFromFork,
      baseBranch: pullRequest.baseBranch)
    return report
  }

  /// Returns the report with the texts of the changed files.
  ///
  /// - Parameter coverage: of the whole project; `nil` where it was not measured.
  package func adding(sources: [ChangedSource]?, coverage: CoverageSnapshot?) -> Report {
    var report = self
    let states = coverage?.byPath ?? [:]
    report.sources = sources?.map { source in
      var source = source
      source.states = states[source.path]
      return source
    }
    return report
  }

  /// Returns the report with the configuration's descriptions of the rules of its findings.
  package func naming(_ rules: [CustomRule]) -> Report {
    var report = self
    let found = Set(findings.map(\.rule))
    let named = rules.filter { found.contains($0.id) }.map { rule in
      NamedRule(id: rule.id, name: rule.name, message: rule.message, severity: rule.severity)
    }
    report.customRules = named.isEmpty ? nil : named
    return report
  }

  /// Returns the report with the added lines of a change.
  package func adding(linesOf changes: ChangeSet) -> Report {
    var report = self
    report.addedLines = AddedLines.all(changes)
    return report
  }

  /// Returns the report as one that is not limited to a part of the pull request.
  package func ofWholeReview(removedTests: RemovedTests?) -> Report {
    var report = self
    (report.scope, report.removedTests) = (nil, removedTests)
    return report
  }

  /// Returns the report with other stages.
  package func with(stages: [Stage]) -> Report {
    var report = self
    report.stages = stages
    return report
  }

  /// Returns the report with its notes replaced by a transformation of them.
  package func mappingNotes(_ transform: ([String]) -> [String]) -> Report {
    var report = self
    report.notes = transform(notes)
    return report
  }
}

/// The size of a change.
package struct ChangeSummary: Hashable, Codable, Sendable {
  package let files: Int
  package let addedLines: Int
  package let removedLines: Int
  /// The number of files without text to review; `nil` in reports of older versions.
  package private(set) var binaries: Int?
  package private(set) var symbolicLinks: Int?
  package private(set) var submodules: Int?
}

extension ChangeSummary {
  package init(_ changes: ChangeSet) {
    self.init(
      files: changes.files.count, addedLines: changes.addedLineCount, removedLines: changes.removedLineCount,
      binaries: changes.files.count(where: \.isBinary),
      symbolicLinks: changes.files.count { $0.kind == .symbolicLink },
      submodules: changes.files.count { $0.kind == .submodule })
  }
}

/// Renders a report as text in one format.
package protocol ReportRenderer: Sendable {
  func render(_ report: Report) throws -> String
}
