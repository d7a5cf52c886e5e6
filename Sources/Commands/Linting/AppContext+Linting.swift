// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Isolation
import ReviewHost
import Rules

extension AppContext {
  /// - Parameters:
  ///   - home: the folders with the cached findings of earlier runs; `nil` for no cache.
  ///   - linterDirectories: the places in which other linters run; `nil` if they are not run.
  func lintSession(_ home: HomeDirectory? = nil, linterDirectories: LinterDirectories? = nil) -> LintSession {
    LintSession(
      git: localChanges, rules: BuiltInRulesAssembly(), cacheFolder: home?.findings, program: RunningExecutable.build,
      linterDirectories: linterDirectories)
  }
}
