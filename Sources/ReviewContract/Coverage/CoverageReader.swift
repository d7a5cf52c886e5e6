// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Reads the coverage of tests.
package protocol CoverageReader: Sendable {
  /// The lines of the given files, named from the repository's root.
  ///
  /// - Parameter rules: what of the code tests are not expected to run.
  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap
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

  package init(
    repositoryRoot: FilePath, toolchain: FilePath, profiles: [FilePath], binaries: [FilePath], scratch: FilePath
  ) {
    self.repositoryRoot = repositoryRoot
    self.toolchain = toolchain
    self.profiles = profiles
    self.binaries = binaries
    self.scratch = scratch
  }
}

/// Reads coverage that another tool measured.
package protocol CoverageReportReader: Sendable {
  /// The lines of a repository's files in the reports.
  ///
  /// - Throws: ``CoverageError`` that names the report, the place in it and a remedy; with `pathMismatch` when the
  ///   reports speak of files, and of none of the repository.
  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap
}

/// Reports of one run or of several, together: a line ran when it ran in one of them.
package struct CoverageReports: Hashable, Sendable {
  /// JSON of `llvm-cov export`, or LCOV; the content of a file determines its format.
  package let files: [FilePath]
  /// The names of the files in messages, in the same order; empty for their paths.
  package let names: [String]
  /// The repository's folder.
  package let root: FilePath
  /// The first that fits a name in a report is used.
  package let prefixes: [PathPrefix]
  /// The requested files, from the root; `nil` for all Swift files that the reports speak of.
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
  /// The names of functions and methods whose lazily evaluated arguments do not count when the call ran and they did
  /// not; of `precondition` and `assert` all but the first. `nil` stands for the checks of the standard library and the
  /// levels of loggers (`x.debug(…)`); an empty set for none.
  package let ignoreAutoclosuresOf: Set<String>?
  /// Whether a line that holds only a statement that ends the program is left out when no test reached it.
  package let excludesUnreachable: Bool
  /// Files whose ``GeneratedMark`` is new, and so not believed.
  package var newlyMarked: Set<String>

  package init(
    ignoreAutoclosuresOf: Set<String>? = nil, excludesUnreachable: Bool = true, newlyMarked: Set<String> = []
  ) {
    self.ignoreAutoclosuresOf = ignoreAutoclosuresOf
    self.excludesUnreachable = excludesUnreachable
    self.newlyMarked = newlyMarked
  }

  /// The same rules for a change: marks of generated code that it adds do not count.
  package func judging(_ changes: ChangeSet) -> ClassificationRules {
    var rules = self
    rules.newlyMarked = Set(changes.files.filter { $0.hasText && !$0.wasGenerated }.map(\.path))
    return rules
  }

  package static let standard = ClassificationRules()
}

/// Where the coverage of the base comes from.
package enum BaseCoverage: String, Codable, Sendable, CaseIterable {
  /// From what an earlier review of the base left.
  case cached
  /// The same; without it, the base is built and tested.
  case run
  /// Not measured, nor is the whole project.
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
