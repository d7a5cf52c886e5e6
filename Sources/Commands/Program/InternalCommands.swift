// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Isolation
import ReviewHost
import ReviewWorker
import WorkerProtocol

/// The commands that reviewbot starts itself: children that have no secrets, and what runs inside sandboxes.
enum InternalCommands {
  typealias Run = @Sendable (_ arguments: [String], _ environment: [String: String]) async throws -> Int32

  /// The commands by the first argument of the program. A run returns the exit status.
  static let all: [String: Run] = [
    ContainerProcess.subcommand: { arguments, _ in ContainerProcess.run(file: arguments.first ?? "") },
    FetchRequest.subcommand: { _, _ in await FetchRequest.serve() },
    ForwardChild.name: { ForwardChild.serve(arguments: $0, environment: $1) },
    LauncherProcess.subcommand: { _, _ in LauncherProcess.serve() },
    LimitTrial.childName: { try await LimitTrial.serveChild(environment: $1) },
    LimitTrial.name: { try await LimitTrial.run(environment: $1) },
    MirrorChild.name: { _, _ in await MirrorChild.serve() },
    ProbeChild.name: { try await ProbeChild.serve(environment: $1) },
    SandboxEntrance.subcommand: { arguments, environment in
      Console.complain(SandboxEntrance.enter(arguments: arguments, environment: environment))
      return ForwardChild.cannotStart
    },
    SandboxProbe.subcommand: { _, _ in EscapeCommand.run() },
    WorkerCall.name: { try await WorkerCommand.serve(environment: $1) },
  ]
}
