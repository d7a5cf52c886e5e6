// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A results file as it was found after a run.
enum XUnitFile: Hashable, Sendable {
  case missing
  /// The file ends too early or is none of ours; why.
  case unreadable(String)
  case results(XUnitResults)

  var results: XUnitResults? {
    if case .results(let results) = self { results } else { nil }
  }
}
