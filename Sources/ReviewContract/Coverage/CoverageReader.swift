// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import SystemPackage

/// Reads the coverage of tests.
package protocol CoverageReader: Sendable {
  /// Returns the lines of the given files, whose paths are relative to the repository's root.
  ///
  /// - Parameter rules: the code that tests are not expected to run.
  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap

  /// Returns the code of files of which nothing was measured, according to their text: each file is unmeasured.
  func unmeasured(_ paths: [String], in root: FilePath, rules: ClassificationRules) -> CoverageMap
}

/// The output of an instrumented run.
package struct CoverageArtifacts: Hashable, Sendable {
  package let repositoryRoot: FilePath
  /// The folder of `llvm-cov` and `llvm-profdata` that belong to the compiler.
  package let toolchain: FilePath
  package let profiles: [FilePath]
  /// The instrumented programs.
  package let binaries: [FilePath]
  /// An empty folder to work in.
  package let scratch: FilePath
  /// The path of the repository's root in the sandbox of the run.
  package let mountPath: FilePath

  package init(
    repositoryRoot: FilePath, toolchain: FilePath, profiles: [FilePath], binaries: [FilePath], scratch: FilePath,
    mountPath: FilePath = CheckoutNames.source
  ) {
    self.mountPath = mountPath
    self.repositoryRoot = repositoryRoot
    self.toolchain = toolchain
    self.profiles = profiles
    self.binaries = binaries
    self.scratch = scratch
  }
}

/// Reads coverage that another tool measured.
package protocol CoverageReportReader: Sendable {
  /// Returns the lines of a repository's files in the reports.
  ///
  /// - Throws: ``CoverageError`` that names the report, the place in it and a remedy; with `pathMismatch` when one of the
  ///   reports contains files, but none of the repository.
  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap
}

/// Reports of one or several runs, merged: a line ran when it ran in one of them.
package struct CoverageReports: Hashable, Sendable {
  /// Files in the JSON of `llvm-cov export` or `xccov view`, or LCOV; the content of a file determines its format.
  package let files: [FilePath]
  /// The names of ``files`` in messages, in the same order; empty for their paths.
  package let names: [String]
  /// The repository's folder.
  package let root: FilePath
  /// The replacements of path prefixes; the first that matches a name in a report is used.
  package let prefixes: [PathPrefix]
  /// The requested files, relative to the root; `nil` for all Swift files in the reports.
  package let paths: [String]?

  package init(
    files: [FilePath], names: [String] = [], root: FilePath, prefixes: [PathPrefix] = [], paths: [String]? = nil
  ) {
    self.files = files
    self.names = names
    self.root = root
    self.prefixes = prefixes
    self.paths = paths
  }
}

/// Code that tests are not expected to run.
package struct ClassificationRules: Hashable, Codable, Sendable {
  /// The names of functions and methods whose autoclosure arguments do not count when the call ran and they did not; of
  /// `precondition` and `assert` all but the first argument. `nil` means the checks of the standard library and the
  /// levels of loggers (`x.debug(…)`), an empty list none.
  package var ignoreAutoclosuresOf: [String]?
  /// Whether a line with only a statement that ends the program is excluded when no test reached it.
  package var excludesUnreachable: Bool
  /// Files whose ``GeneratedMark`` is ignored, because a mark in them would be new.
  package var newlyMarked: Set<String>

  package init(
    ignoreAutoclosuresOf: [String]? = nil, excludesUnreachable: Bool = true, newlyMarked: Set<String> = []
  ) {
    self.ignoreAutoclosuresOf = ignoreAutoclosuresOf
    self.excludesUnreachable = excludesUnreachable
    self.newlyMarked = newlyMarked
  }

  /// Returns the rules for a change: marks of generated code that it adds are ignored.
  package func judging(_ changes: ChangeSet) -> ClassificationRules {
    var rules = self
    rules.newlyMarked = Set(changes.files.filter { $0.hasText && !$0.wasGenerated }.map(\.path))
    return rules
  }

  package static let standard = ClassificationRules()
}

/// The source of the base's coverage.
package enum BaseCoverage: String, Codable, Sendable, CaseIterable {
  /// The stored coverage of an earlier review of the base.
  case cached
  /// The stored coverage; without it, the base is built and tested.
  case run
  /// None; the coverage of the whole project is not measured either.
  case off
}

/// The meaning of a target of `auto` without the base's coverage.
package enum MissingBase: String, Codable, Sendable, CaseIterable {
  case pass, fail
}

/// The effect of targets when tests did not pass.
package enum FailedTestsCoverage: String, Codable, Sendable, CaseIterable {
  /// They are not applied.
  case skip
  /// They apply.
  case gate
}

/// The measurable lines of the measured files. Paths are from the repository's root, lines are 1-based.
package struct CoverageMap: Hashable, Sendable {
  /// The states of the lines by path, then by line. Lines that are missing are not measurable.
  package let files: [String: [Int: LineState]]
  /// The uncovered columns of missed and partial lines, by path, then by line: half-open ranges, 1-based and in UTF-8
  /// bytes, sorted and disjoint, each from the first byte of a token to the last byte of one.
  package let uncoveredColumns: [String: [Int: [Range<Int>]]]
  /// Lines with code that do not count, by path, then by line. None of them is in ``files``.
  package let excluded: [String: [Int: ExcludedReason]]
  /// The reasons why requested files were not measured, by path.
  package let unmeasured: [String: UnmeasuredReason]
  /// The lines with code that was not measured although it could have been, according to the text, by path and reason: of
  /// files in ``unmeasured``, and of measured files. None of them is in ``files`` or ``excluded``.
  package let unmeasuredCode: [String: [UnmeasuredReason: LineSet]]
  /// Measured files that use macros. The code in the expansions is not measured.
  package let macroUsers: Set<String>
  /// The totals of all files that the tests could have run, requested or not; empty if they are unknown.
  package private(set) var totals: [String: CounterTotals]
  /// Notes about the measurement, such as damaged profiles.
  package let notes: [String]

  package init(
    files: [String: [Int: LineState]], uncoveredColumns: [String: [Int: [Range<Int>]]] = [:],
    excluded: [String: [Int: ExcludedReason]] = [:], unmeasured: [String: UnmeasuredReason] = [:],
    unmeasuredCode: [String: [UnmeasuredReason: LineSet]] = [:], macroUsers: Set<String> = [],
    totals: [String: CounterTotals] = [:],
    notes: [String] = []
  ) {
    self.files = files
    self.uncoveredColumns = uncoveredColumns
    self.excluded = excluded
    self.unmeasured = unmeasured
    self.unmeasuredCode = unmeasuredCode
    self.macroUsers = macroUsers
    self.totals = totals
    self.notes = notes
  }

  /// Returns the map with the totals of all counters.
  package func adding(totals: [String: CounterTotals]) -> CoverageMap {
    var map = self
    map.totals = totals
    return map
  }
}

extension CoverageMap {
  /// The counts of each measured file, by path.
  package var counts: [String: LineCounts] {
    files.mapValues { states in states.values.reduce(into: LineCounts()) { $0.count($1) } }
  }

  /// The counts of all measured files together.
  package var total: LineCounts { counts.values.reduce(LineCounts(), +) }
}

/// The number of measurable lines in each state.
package struct LineCounts: Hashable, Codable, Sendable {
  package var covered: Int
  package var partial: Int
  package var missed: Int

  package init(covered: Int = 0, partial: Int = 0, missed: Int = 0) {
    self.covered = covered
    self.partial = partial
    self.missed = missed
  }

  package var measurable: Int { covered + partial + missed }

  /// - Parameter times: the number of lines with the state.
  package mutating func count(_ state: LineState, times: Int = 1) {
    switch state {
    case .covered: covered += times
    case .partial: partial += times
    case .missed: missed += times
    }
  }

  package static func + (left: LineCounts, right: LineCounts) -> LineCounts {
    LineCounts(
      covered: left.covered + right.covered, partial: left.partial + right.partial, missed: left.missed + right.missed)
  }

  /// Subtracts the counts; none of them becomes negative.
  package static func - (left: LineCounts, right: LineCounts) -> LineCounts {
    LineCounts(
      covered: max(0, left.covered - right.covered), partial: max(0, left.partial - right.partial),
      missed: max(0, left.missed - right.missed))
  }

  /// Returns the covered share of the measurable lines; a partial line counts as covered, half or missed.
  package func percentage(partials: PartialLines) -> Percentage {
    let half =
      switch partials {
      case .covered: 2
      case .half: 1
      case .missed: 0
      }
    return Percentage(doubledNumerator: 2 * covered + half * partial, denominator: measurable)
  }
}

/// The coverage of one line.
package enum LineState: String, Codable, Sendable {
  case covered
  /// Part of the line ran.
  case partial
  case missed
}
