// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Findings
import ReviewContract

/// The files of a base that the lint of the head uses: configurations and a baseline.
struct LintFiles {
  /// The maximum number of configurations of SwiftLint and swift-format for each search: in folders, or referenced by
  /// others.
  private static let maximumConfigurations = 64
  private static let largestConfiguration = 64 << 10
  private static let largestBaseline = 4 << 20
  /// The maximum depth of references between configurations.
  private static let maximumDepth = 5

  /// The texts of configurations by path.
  private(set) var configurations: [String: String] = [:]
  private(set) var notes: [String] = []

  /// - Parameter configuration: the text of `.reviewbot.yml` at the base.
  init(
    of base: CommitID, configuration: String?, in mirror: borrowing GitRepository
  ) throws(WorkspaceError) {
    let named = try mirror.smallFiles(
      at: base, count: Self.maximumConfigurations, limit: Self.largestConfiguration,
      where: Workspace.isLintConfiguration)
    configurations = named.texts
    if !named.isComplete {
      notes.append(
        "the base has more configurations of linters than the \(named.texts.count) that are read, or too many files")
    }
    var new = named.texts
    new[".reviewbot.yml"] = configuration
    for _ in 0..<Self.maximumDepth {
      let references = Set(new.flatMap { Workspace.lintReferences(in: $0.value, at: $0.key) })
        .filter { configurations[$0] == nil }
      guard !references.isEmpty else { return }
      let room = Self.maximumConfigurations
      new =
        try mirror.smallFiles(at: base, count: room, limit: Self.largestConfiguration) {
          references.contains($0) && !$0.hasSuffix(".json")
        }.texts
      let baselines = try mirror.smallFiles(at: base, count: 1, limit: Self.largestBaseline) {
        references.contains($0) && $0.hasSuffix(".json")
      }.texts
      configurations.merge(new) { $1 }
      configurations.merge(baselines) { $1 }
    }
  }
}
