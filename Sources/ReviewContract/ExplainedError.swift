// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An error whose description is meant for the user.
package protocol ExplainedError: Error, CustomStringConvertible {
  var status: ExitStatus { get }
}

extension ReportFileError: ExplainedError {
  package var status: ExitStatus { .couldNotRun }
}

/// The command line or its environment is incomplete or invalid.
package struct UsageError: ExplainedError {
  package let description: String
  package var status: ExitStatus { .usage }

  package init(_ message: String, remedy: String) {
    description = "\(message); \(remedy)"
  }
}

extension UsageError {
  /// Creates an error that is caused by an argument, with the description of `error`.
  package init(_ error: some ExplainedError) {
    description = error.description
  }
}

/// A failure that is not caused by the input.
package struct RunError: ExplainedError, ClassifiedError {
  package let description: String
  /// The row of the table of failures.
  package let failure: ReviewFailure
  package var status: ExitStatus { .couldNotRun }
  package var failureClass: FailureClass { failure.failureClass }

  package init(_ message: String, remedy: String? = nil, failure: ReviewFailure = .worker) {
    self.failure = failure
    description = remedy.map { "\(message); \($0)" } ?? message
  }
}
