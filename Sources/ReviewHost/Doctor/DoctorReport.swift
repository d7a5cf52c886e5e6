// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Isolation

/// The capabilities of this host for reviews.
package struct DoctorReport: Encodable, Sendable {
  package enum Status: String, Encodable {
    case works, fails
    /// Missing, but optional or not requested.
    case absent
  }

  package struct Check: Encodable, Sendable {
    package let name: String
    package let status: Status
    package let detail: String
    /// The action to take; `nil` if none is necessary.
    package var remedy: String?

    package init(name: String, status: Status, detail: String, remedy: String? = nil) {
      self.name = name
      self.status = status
      self.detail = detail
      self.remedy = remedy
    }
  }

  /// An attempt to escape from the sandbox that a review would use.
  package struct Attempt: Encodable, Sendable {
    package enum Result: String, Encodable {
      case refused, succeeded
    }

    package let attempt: EscapeAttempt
    package let description: String
    package let result: Result
  }

  package let tool: String
  package let checks: [Check]
  /// The sandbox that `--sandbox auto` would choose; `nil` if none works.
  package let sandbox: String?
  package let attempts: [Attempt]
  /// The attempts that succeed without a sandbox.
  package let withoutSandbox: [EscapeAttempt]

  /// Whether pull requests can be reviewed on this host, including those from other repositories.
  package let isReady: Bool
}
