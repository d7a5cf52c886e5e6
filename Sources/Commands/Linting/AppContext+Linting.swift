// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Isolation
import ReviewHost
import Rules

extension AppContext {
  /// - Parameters:
  ///   - places: the folders with the cached findings of earlier runs; `nil` for no cache.
  ///   - linterPlaces: the places in which other linters run; `nil` if they are not run.
  func lintSession(_ places: Places? = nil, linterPlaces: LinterPlaces? = nil) -> LintSession {
    LintSession(
      git: localChanges, rules: BuiltInRulesAssembly(), cacheFolder: places?.findings, program: OwnExecutable.build,
      linterPlaces: linterPlaces)
  }
}
