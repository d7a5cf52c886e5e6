// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The page about failed jobs.
enum FailuresPage {
  static var text: String {
    """
    <!-- Written by `reviewbot-dev generate`; do not edit. -->

    # Failures of jobs

    What `serve` does when a job fails depends on the error's code only. [Operating](operating.md#jobs) explains the times.

    - `retried`: a failure that counts is retried up to `limits: attempts` times; an outage is retried for a day, or for two weeks
      if the operator has to act, and does not count. A job that died of an outage is queued again by reconciliation, once, when
      the forge answers again.
    - `stops`: jobs that do not start while the cause lasts.
    - `author sees`: the text in the comment and the status after the last attempt. After an outage there is no comment: one that
      exists stays.

    | code | retried | fault | stops | author sees | operator |
    |---|---|---|---|---|---|
    \(FailureTable.rows.map(line).joined(separator: "\n"))

    """
  }

  private static func line(_ row: FailureTable.Row) -> String {
    let failure = row.failureClass
    let retried =
      failure.isOutage ? "as an outage" : failure.isTransient ? "counts" : "no"
    let author =
      switch failure.author {
      case .message: "the message"
      case .internalError: "internal error"
      }
    let cells = [
      "\(row.port): `\(row.code)`", retried, failure.fault.rawValue,
      failure.breaker.map { "its \($0.rawValue)" } ?? "–",
      author, failure.action ?? "–",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
