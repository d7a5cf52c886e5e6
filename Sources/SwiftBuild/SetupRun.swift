// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import SystemPackage

/// Runs the commands that prepare a checkout for its build, in the sandbox and without network access.
struct SetupRun: Sendable {
  static let stage = "setup"
  private static let shell: FilePath = "/bin/sh"
  /// The number of characters of a command in a message.
  private static let shownCommand = 200

  let plan: SetupPlan
  let context: SandboxedContext
  /// The root of the checkout, where the commands run.
  let root: FilePath
  let progress: ProgressHandler

  /// Runs the commands in order until one fails.
  ///
  /// - Throws: ``StageFailure`` with the text of the base's configuration, or an error if a command cannot be started.
  func perform() async throws {
    let clock = ContinuousClock()
    let end = clock.now + plan.timeLimit
    for command in plan.commands {
      progress(.output(line: "+ \(command)"))
      let limits = ChildLimits(time: max(clock.now.duration(to: end), .milliseconds(1)))
      let result = try await context.run(Self.shell, ["-c", command], at: root, in: .setUp, limits: limits) {
        progress(.output(line: $0.text))
      }
      if let failure = failure(of: command, result) { throw failure }
    }
  }

  private func failure(of command: String, _ result: ChildResult) -> StageFailure? {
    let name = "the setup command \"\(command.prefix(Self.shownCommand))\""
    let (outcome, reason): (TestRun.Outcome, String) =
      switch result.ending {
      case .exited(0): (.passed, "")
      case .exited(let status): (.buildFailed, "\(name) failed with status \(status)")
      case .signalled(let signal): (.buildFailed, "\(name) was ended by signal \(signal)")
      case .timedOut: (.timedOut, "the setup took longer than \(String(duration: plan.timeLimit)), in \(name)")
      case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
        (.buildFailed, "\(name) \(result.ending.excess ?? "")")
      case .diskFull: (.couldNotRun, "\(name) was ended, because \(result.ending.shortage ?? "")")
      case .cancelled: (.couldNotRun, "\(name) was cancelled")
      }
    return outcome == .passed ? nil : StageFailure(reason: reason, tail: result.tail, outcome: outcome)
  }
}
