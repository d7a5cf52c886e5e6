// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandRuns
import Foundation
import Isolation
import Observability
import ReviewContract
import ReviewHost
import ReviewWorker
import WorkerProtocol

/// Runs the program from its arguments to its exit status.
enum Program {
  static func run(arguments: [String], environment: [String: String]) async -> Int32 {
    do {
      switch arguments.first {
      case SandboxEntrance.subcommand:
        Console.complain(SandboxEntrance.enter(arguments: Array(arguments.dropFirst()), environment: environment))
        return ForwardChild.cannotStart
      case ContainerProcess.subcommand: return ContainerProcess.run(file: arguments.dropFirst().first ?? "")
      case FetchChild.name: return await FetchChild.serve()
      case ForwardChild.name:
        return ForwardChild.serve(arguments: Array(arguments.dropFirst()), environment: environment)
      case MirrorChild.name: return await MirrorChild.serve()
      case SandboxProbe.subcommand: return EscapeCommand.run()
      case LauncherProcess.subcommand: return LauncherProcess.serve()
      case ProbeChild.name: return try await ProbeChild.serve(environment: environment)
      case WorkerCall.name: return try await WorkerCommand.serve(environment: environment)
      default: if let status = try await LimitTrial.run(arguments.first, environment: environment) { return status }
      }
      let secrets = try Secrets.take(from: environment)
      secrets.hide()
      KnownSecrets.ofProgram.learn(passwordsIn: arguments + environment.values)
      return await Secrets.$current.withValue(secrets) {
        await Interruption.handle(endsOnlyThen: arguments.first == ServeCommand.name) {
          withoutLostOutput(await runCommand(arguments))
        }
      }
    } catch {
      Console.complain(String(systemError: error))
      return ExitStatus.couldNotRun.code
    }
  }

  /// A result that was not written completely must not look like a complete one.
  private static func withoutLostOutput(_ status: Int32) -> Int32 {
    guard let reason = Console.lostOutput else { return status }
    Console.complain("cannot write to the standard output: \(reason); the output is incomplete")
    return status == ExitStatus.passed.code || status == ExitStatus.gateFailed.code
      ? ExitStatus.couldNotRun.code : status
  }

  private static func runCommand(_ arguments: [String]) async -> Int32 {
    if let mistake = CommandMistake(arguments) {
      Console.complain(mistake.description)
      return ExitStatus.usage.code
    }
    do {
      var command = try Reviewbot.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let exit as ExitCode {
      return exit.rawValue
    } catch {
      return explain(error, arguments)
    }
  }

  private static func explain(_ error: any Error, _ arguments: [String]) -> Int32 {
    if let error = error as? any ExplainedError {
      Console.complain("\(error)")
      return error.status.code
    }
    let status = Reviewbot.exitCode(for: error)
    if status == .success {
      Console.say(Reviewbot.fullMessage(for: error))
      return 0
    }
    guard status == .validationFailure else {
      Console.complain(String(systemError: error))
      return ExitStatus.couldNotRun.code
    }
    Console.complain(CommandMistake.sentence(Reviewbot.message(for: error), arguments))
    return ExitStatus.usage.code
  }
}

@main enum Main {
  static func main() async {
    exit(
      await Program.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
  }
}
