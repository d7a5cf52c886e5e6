// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import Git
import Isolation
import Reporting
import ReviewContract
import SystemPackage

struct HookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook", abstract: "Install or remove the git hooks that run lint.",
    discussion: CommandHelp(
      text: "A hook stops a commit or push with findings of severity error; git's --no-verify skips it once.",
      examples: [
        ("hook install", "check each commit"), ("hook install pre-push", "check each push instead"),
        ("hook uninstall", "remove the hooks"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: [CommandHelp.git]
    ).discussion,
    subcommands: [Install.self, Uninstall.self])

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install", abstract: "Write the hooks pre-commit (lint --staged) or pre-push (lint --pre-push).",
      discussion: "Does not replace a hook of another program. Worktrees of a repository share their hooks.")

    @Argument(help: ArgumentHelp("The hooks.", valueName: "HOOK"))
    var hooks: [GitHook] = [.preCommit]

    func run() async throws {
      let directory = try await HookCommand.directory()
      for hook in hooks {
        let path = try hook.install(in: directory, program: RunningExecutable.path.string)
        Console.say("installed \(DisplayedPaths.shown(path))")
        Console.say(hook.explanation)
      }
    }
  }

  struct Uninstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall", abstract: "Remove the hooks that reviewbot installed.")

    @Argument(help: ArgumentHelp("The hooks.", valueName: "HOOK"))
    var hooks: [GitHook] = GitHook.allCases

    func run() async throws {
      let directory = try await HookCommand.directory()
      for hook in hooks {
        if let path = try hook.uninstall(from: directory) { Console.say("removed \(DisplayedPaths.shown(path))") }
      }
    }
  }

  private static func directory() async throws -> HooksDirectory {
    try await UsageError.explaining {
      try await AppContext(environment: ProcessInfo.processInfo.environment).localChanges
        .hooksDirectory(around: FilePath(FileManager.default.currentDirectoryPath))
    }
  }
}

extension GitHook: ExpressibleByArgument {}
