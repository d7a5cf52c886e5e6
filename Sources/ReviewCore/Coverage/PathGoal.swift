// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A goal for some of the files.
package struct PathGoal: Hashable, Codable, Sendable {
  package var paths: [Glob]
  package var goal: CoverageGoal

  package init(paths: [Glob] = [], goal: CoverageGoal = CoverageGoal()) {
    self.paths = paths
    self.goal = goal
  }
}
