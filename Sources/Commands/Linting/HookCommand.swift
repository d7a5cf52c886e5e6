// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import Git
import Isolation
import ReviewContract
import SystemPackage

struct HookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook", abstract: "Install or remove the git hooks that run lint.",
    subcommands: [Install.self, Uninstall.self])

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install", abstract: "Write the hooks pre-commit (lint --staged) or pre-push (lint --pre-push).",
      discussion: "Does not replace a hook of another program. Worktrees of a repository share their hooks.")

    @Argument(help: "The hooks: pre-commit, pre-push. Default: pre-commit.")
    var hooks: [GitHook] = [.preCommit]

    func run() async throws {
      let directory = try await HookCommand.directory()
      for hook in hooks {
        Console.say("installed \(try hook.install(in: directory, program: RunningExecutable.path.string))")
        Console.say(hook.explanation)
      }
    }
  }

  struct Uninstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall", abstract: "Remove the hooks that reviewbot installed.")

    @Argument(help: "The hooks: pre-commit, pre-push. Default: both.")
    var hooks: [GitHook] = GitHook.allCases

    func run() async throws {
      let directory = try await HookCommand.directory()
      for hook in hooks {
        if let path = try hook.uninstall(from: directory) { Console.say("removed \(path)") }
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
