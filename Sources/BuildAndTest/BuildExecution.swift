// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewContract

/// What one run of `swift build` came to.
struct BuildExecution: Sendable {
  let result: ChildResult
  let diagnostics: [BuildDiagnostic]

  var isTimedOut: Bool {
    if case .timedOut = result.ending { true } else { false }
  }

  var outcome: TestRun.Outcome {
    if isTimedOut { return .timedOut }
    return result.ending.shortage == nil ? .buildFailed : .couldNotRun
  }

  var reason: String {
    switch result.ending {
    case .exited(0): ""
    case .exited(let status):
      if let error = diagnostics.first(where: { $0.severity == .error }) {
        "the build failed: \(error.path):\(error.line): \(error.message)"
      } else {
        "the build failed with status \(status)"
      }
    case .signalled(let signal): "the build was ended by signal \(signal)"
    case .timedOut(let limit): "the build took longer than \(DurationText.make(limit))"
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
      "the build \(result.ending.excess ?? "")"
    case .diskFull: "the build was ended, because \(result.ending.shortage ?? "")"
    case .cancelled: "the build was cancelled"
    }
  }

  var stage: (Stage.Status, String?) {
    result.isSuccess ? (.done, nil) : (.failed, reason)
  }
}
