// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import CInterop
import CLinux
import Foundation
import Isolation
import Observability
import ReviewContract
import ReviewHost
import ReviewWorker
import WorkerProtocol

/// Runs the program from its arguments to its exit status.
package enum Program {
  package static func run(arguments: [String], environment: [String: String]) async -> Int32 {
    if let text = ownText(for: arguments, columns: Console.width(STDOUT_FILENO, without: 80)) {
      Console.say(text)
      return withoutLostOutput(ExitStatus.passed.code)
    }
    RunningExecutable.begin()
    // Before other threads exist, because each has an arena of its own until then.
    if isLint(arguments) {
      reviewbot_keep_freed_memory()
      reviewbot_map_zeroed_data()
    }
    do {
      if let name = arguments.first, let run = InternalCommands.all[name] {
        return try await run(Array(arguments.dropFirst()), environment)
      }
      let secrets = try Secrets.take(from: environment)
      secrets.hide()
      KnownSecrets.ofProgram.learn(passwordsIn: arguments + environment.values)
      return await Secrets.$current.withValue(secrets) {
        await TerminationSignals.handle(ending(of: arguments)) {
          withoutLostOutput(await runCommand(arguments))
        }
      }
    } catch {
      Console.complain(String(systemError: error))
      return ExitStatus.couldNotRun.code
    }
  }

  /// The help or the version of the program, which are the same as those of the parser; `nil` for other arguments. The
  /// parser would first make the tree of all commands and decode arguments.
  static func ownText(for arguments: [String], columns: Int) -> String? {
    switch arguments {
    case ["--help"], ["-h"]: help(columns: columns)
    case ["--version"]: VersionText.ofProgram
    default: nil
    }
  }

  private static func help(columns: Int) -> String {
    HelpText(columns: columns).ordered(Reviewbot.helpMessage(columns: columns))
  }

  fileprivate static func isLint(_ arguments: [String]) -> Bool {
    arguments.first == LintCommand.configuration.commandName
  }

  private static func ending(of arguments: [String]) -> TerminationSignals.Ending {
    if arguments.first == DaemonCommands.serve { return .daemon }
    return isLint(arguments) && arguments.contains("--watch") ? .watch : .cancelled
  }

  /// A result that was not written completely must not look like a complete one.
  private static func withoutLostOutput(_ status: Int32) -> Int32 {
    guard let reason = Console.lostOutput else { return status }
    Console.complain("cannot write to the standard output: \(reason); the output is incomplete")
    return status == ExitStatus.passed.code || status == ExitStatus.gateFailed.code
      ? ExitStatus.couldNotRun.code : status
  }

  private static func runCommand(_ arguments: [String]) async -> Int32 {
    if arguments.isEmpty {
      Console.write(help(columns: Console.width(STDERR_FILENO, without: 80)) + "\n", to: .standardError)
      return ExitStatus.usage.code
    }
    var early: EarlyComparison?
    if isLint(arguments) {
      early = EarlyComparison.begin(arguments)
    } else if let mistake = CommandMistake(arguments) {
      Console.complain(mistake.description)
      return ExitStatus.usage.code
    }
    do {
      let command = try Reviewbot.command(for: arguments)
      // Among many files, or with all findings in the cache, the first uses do not matter.
      if isLint(arguments), !arguments.contains("--all") { LintPreparation.begin() }
      try await EarlyComparison.$current.withValue(early) {
        if var command = command as? any AsyncParsableCommand { return try await command.run() }
        var command = command
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
      let columns = Console.width(STDOUT_FILENO, without: 80)
      Console.say(HelpText(columns: columns).ordered(Reviewbot.fullMessage(for: error, columns: columns)))
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

/// Cancels a command on a termination signal: children are terminated, folders are removed, and the exit status is that
/// of a cancelled command.
enum TerminationSignals {
  /// What a signal means for a command.
  enum Ending {
    /// The command ends too early, which its exit status says.
    case cancelled
    /// The command runs until a signal, so that its own exit status is used.
    case watch
    /// The same; in addition, SIGHUP does not end it.
    case daemon
  }

  private static let signals = [SIGINT, SIGTERM]

  /// Runs a command.
  ///
  /// - Returns: the exit status of the command, or that of a cancelled one after a signal.
  static func handle(_ ending: Ending, _ command: @escaping @Sendable () async -> Int32) async -> Int32 {
    // Writing to a closed pipe must not end the process before the report is posted. Unlike `SIG_IGN`, a handler is not
    // inherited by child processes.
    signal(SIGPIPE) { _ in }
    if ending == .daemon { signal(SIGHUP, SIG_IGN) }
    // Become the parent of orphaned descendants, which are terminated after each child.
    Orphans.adopt()
    let wasAsked = Locked(false)
    let task = Locked<Task<Int32, Never>?>(nil)
    var sources: [SignalSource] = []
    for number in ending == .daemon ? signals : signals + [SIGHUP] {
      sources.append(
        await SignalSource(number) {
          wasAsked.withLock { $0 = true }
          task.withLock { $0?.cancel() }
        })
    }
    let started = Task { await command() }
    task.withLock { $0 = started }
    // A signal that arrived before the task was created has not cancelled it.
    if wasAsked.withLock({ $0 }) { started.cancel() }
    let status = await started.value
    for source in sources { source.cancel() }
    return wasAsked.withLock { $0 } && ending == .cancelled ? ExitStatus.superseded.code : status
  }
}

/// The command line.
struct Reviewbot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reviewbot",
    abstract: "Review pull requests of Swift packages: builds, tests, patch coverage and style in one comment.",
    discussion: CommandHelp(
      text: "Runs on Linux. The help of each command lists its options, examples and variables.",
      examples: [
        ("doctor", "check this host"), ("lint", "check the style of the working tree's changes"),
        ("check --pr 7", "review a pull request of the remote origin"),
      ],
      statuses: CommandHelp.statuses(gate: "the gate failed"),
      variables: [CommandHelp.home, ("REVIEWBOT_TOKEN", "the token for the forge")]
    ).discussion,
    version: VersionText.ofProgram,
    subcommands: [
      CheckCommand.self, ReportCommand.self, PostCommand.self, LintCommand.self, CoverageCommand.self,
      MutateCommand.self,
      DoctorCommand.self,
    ] + DaemonCommands.all + [
      CacheCommand.self, TestsCommand.self, RulesCommand.self, ExplainCommand.self, ConfigCommand.self,
      HookCommand.self,
      CompletionsCommand.self,
    ])
}

extension Reviewbot {
  /// Parses a command line.
  static func command(for arguments: [String]) throws -> any ParsableCommand {
    // Without the tree of all commands, with the help of each, which these options do not need. Help and errors, which name the whole
    // command line, do.
    if Program.isLint(arguments),
      let command = try? LintCommand.parseAsRoot(Array(arguments.dropFirst())) as? LintCommand
    {
      return command
    }
    let rest = Array(arguments.dropFirst(2))
    let needsHelp = rest.contains { $0 == "--help" || $0 == "-h" || $0 == "--version" }
    guard arguments.starts(with: ["coverage", "history"]), !needsHelp else { return try parseAsRoot(arguments) }
    // Otherwise `coverage` takes the options that it has as well, such as `--format`.
    return try CoverageHistoryCommand.parseAsRoot(rest)
  }
}
