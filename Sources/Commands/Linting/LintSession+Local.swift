// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Git
import Isolation
import ReviewHost
import Rules

extension LintSession {
  /// Returns a session for the files of this machine, without the clients of forges of an ``AppContext``.
  ///
  /// - Parameters:
  ///   - home: the folders with the cached findings of earlier runs; `nil` for no cache.
  ///   - linterDirectories: the places in which other linters run; `nil` if they are not run.
  static func local(
    environment: [String: String], home: HomeDirectory? = nil, linterDirectories: LinterDirectories? = nil
  ) -> LintSession {
    LintSession(
      git: GitAssembly(environment: environment).localChanges, rules: BuiltInRulesAssembly(),
      cacheFolder: home?.findings, program: RunningExecutable.build, linterDirectories: linterDirectories,
      early: EarlyComparison.current)
  }
}
