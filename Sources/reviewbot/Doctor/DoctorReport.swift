// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation

/// The capabilities of this host for reviews.
struct DoctorReport: Encodable, Sendable {
  enum Status: String, Encodable {
    case works, fails
    /// Missing, but optional or not requested.
    case absent
  }

  struct Check: Encodable, Sendable {
    let name: String
    let status: Status
    let detail: String
    /// The action to take; `nil` if none is necessary.
    var remedy: String?
  }

  /// An attempt to escape from the sandbox that a review would use.
  struct Attempt: Encodable, Sendable {
    enum Result: String, Encodable {
      case refused, succeeded
    }

    let attempt: EscapeAttempt
    let description: String
    let result: Result
  }

  let tool: String
  let checks: [Check]
  /// The sandbox that `--sandbox auto` would choose; `nil` if none works.
  let sandbox: String?
  let attempts: [Attempt]
  /// The attempts that succeed without a sandbox.
  let withoutSandbox: [EscapeAttempt]

  /// Whether pull requests can be reviewed on this host, including those from other repositories.
  let isReady: Bool
}
