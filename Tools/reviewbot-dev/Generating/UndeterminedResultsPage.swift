// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The page about results that could not be determined.
enum UndeterminedResultsPage {
  static var text: String {
    """
    <!-- Written by `reviewbot-dev generate`; do not edit. -->

    # Results that could not be determined

    A gate whose result could not be determined fails, with the reason: otherwise a change could pass a gate by preventing its
    measurement. Parts that are informational never fail a review. The verdicts are explained in
    [the exit status](../README.md#review-a-pull-request).

    | result | required if | cause in a change | verdict |
    |---|---|---|---|
    \(UndeterminedResult.allCases.map { line($0.row) }.joined(separator: "\n"))

    """
  }

  private static func line(_ row: UndeterminedResult.Row) -> String {
    "| \(row.result) | \(row.gate) | \(row.cause ?? "none") | `\(row.verdict.rawValue)` |"
  }
}
