// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The problems of a configuration file, in the order of the file.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let problems: [Problem]

  package init(problems: [Problem]) {
    self.problems = problems
  }

  /// A line for each problem.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
