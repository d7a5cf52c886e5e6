// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess

/// What the process that reviews asks of the one that starts sandboxes.
enum LaunchMessage: Codable, Sendable {
  /// Starts a command. Three open files come with it: its input, output and errors.
  case run(LaunchRequest)
  /// Ends what was started under a number, at once.
  case end(run: Int)
}

/// A command for a sandbox. It names no file of the machine: only stages, positions in the ``LaunchPlan``, and names inside.
struct LaunchRequest: Codable, Sendable {
  /// A folder of the plan, or one in it: the names on the way there.
  struct Place: Hashable, Codable, Sendable {
    let folder: Int
    let path: [String]
  }

  /// Chosen by the client, and not in use.
  let run: Int
  let stage: LaunchStage
  let places: [Place]
  let toolchain: Int
  let reachesDependencies: Bool
  /// The program, which is a path inside, and its arguments.
  let words: [String]
  let environment: [String: String]
  /// Inside.
  let workingFolder: String?
}

/// What came of a ``LaunchMessage``.
enum LaunchReply: Codable, Sendable {
  case started(run: Int, process: Int32)
  case ended(run: Int, status: ChildExit)
  case refused(run: Int, reason: String)
}
