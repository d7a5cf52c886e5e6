// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A check found something. One line each.
struct CheckFailure: Error, Hashable, CustomStringConvertible {
  let problems: [String]

  init(_ problems: [String]) {
    self.problems = problems
  }

  var description: String { problems.joined(separator: "\n") }
}
