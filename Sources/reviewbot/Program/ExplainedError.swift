// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewServer

/// An error whose description is meant for the user.
protocol ExplainedError: Error, CustomStringConvertible {
  var status: ExitStatus { get }
}

extension WorkspaceError: ExplainedError {
  var status: ExitStatus { .couldNotRun }
}

extension ForgeError: ExplainedError {
  var status: ExitStatus { .couldNotRun }
}

extension QueueError: ExplainedError {
  var status: ExitStatus { .couldNotRun }
}

extension ServingError: ExplainedError {
  var status: ExitStatus { .couldNotRun }
}

extension ReportFileError: ExplainedError {
  var status: ExitStatus { .couldNotRun }
}

/// The command line, or what surrounds it, does not say enough or says something wrong.
struct UsageError: ExplainedError {
  let description: String
  var status: ExitStatus { .usage }

  init(_ message: String, remedy: String) {
    description = "\(message); \(remedy)"
  }
}

/// Something went wrong that is nobody's input.
struct RunError: ExplainedError {
  let description: String
  var status: ExitStatus { .couldNotRun }

  init(_ message: String, remedy: String? = nil) {
    description = remedy.map { "\(message); \($0)" } ?? message
  }
}
