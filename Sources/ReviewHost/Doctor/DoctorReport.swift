// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation

/// What this machine can do for a review.
struct DoctorReport: Encodable, Sendable {
  enum Status: String, Encodable {
    case works, fails
    /// Not needed, or not asked for.
    case absent
  }

  struct Check: Encodable, Sendable {
    let name: String
    let status: Status
    let detail: String
    /// What to do; `nil` when there is nothing to be done.
    var remedy: String?
  }

  /// One way out that was tried, in the sandbox that a review would use.
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
  /// What `--sandbox auto` would choose; `nil` when nothing works.
  let sandbox: String?
  let attempts: [Attempt]
  /// What code under review could do without a sandbox.
  let withoutSandbox: [EscapeAttempt]

  /// Whether a review could be made here, pull requests from other repositories included.
  let isReady: Bool
}
