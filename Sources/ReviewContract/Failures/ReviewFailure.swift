// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The kinds of errors without a code that end a review.
package enum ReviewFailure: String, FailureCode {
  /// The commit cannot be reviewed: its repository, its configuration or a limit of the server prevents it.
  case refused
  /// The toolchain is missing, or it was replaced during the review.
  case toolchain
  /// The worker process or its sandbox failed.
  case worker
  /// Anything else, such as a system call.
  case other

  package static let port = "review"

  package var failureClass: FailureClass {
    switch self {
    case .refused: .permanent(.repository)
    // During an upgrade of the toolchain, which can take longer than all attempts.
    case .toolchain: .outage(until: "install a toolchain, and add it to the daemon's `PATH`")
    // Possibly a killed process or a lack of memory.
    case .worker, .other: .transient(.reviewbot, action: "see the log of the job")
    }
  }
}

/// The table of failures, for the documentation.
package struct FailureTable: Sendable {
  package struct Row: Hashable, Sendable {
    package let port: String
    package let code: String
    package let failureClass: FailureClass
  }

  package static let rows: [Row] =
    rows(ForgeFailure.self) + rows(WorkspaceFailure.self) + rows(QueueFailure.self) + rows(CoverageFailure.self)
    + rows(ReviewFailure.self)

  private static func rows<Code: FailureCode>(_ codes: Code.Type) -> [Row] {
    codes.allCases.map { Row(port: codes.port, code: $0.rawValue, failureClass: $0.failureClass) }
  }
}
