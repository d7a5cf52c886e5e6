// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completion script of a shell.", discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      The shell then completes commands, options and their values, files, branches and the identifiers of rules. The \
      packages install the scripts for all users. Without a shell, this explains how to install them for yourself.
      """,
    examples: [
      ("completions", "explain the installation"),
      ("completions bash >~/.local/share/bash-completion/completions/reviewbot", "install it for yourself"),
    ],
    statuses: [(0, "the script was printed")] + CommandHelp.failures, variables: [])

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var parserShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }

    /// The commands that install the script for the current user.
    var installation: [String] {
      switch self {
      case .bash:
        let folder = "~/.local/share/bash-completion/completions"
        return ["mkdir -p \(folder)", "reviewbot completions bash >\(folder)/reviewbot"]
      case .zsh:
        return [
          "mkdir -p ~/.zsh/completions", "reviewbot completions zsh >~/.zsh/completions/_reviewbot",
          "echo 'fpath=(~/.zsh/completions $fpath); autoload -U compinit; compinit' >>~/.zshrc",
        ]
      case .fish:
        return [
          "mkdir -p ~/.config/fish/completions",
          "reviewbot completions fish >~/.config/fish/completions/reviewbot.fish",
        ]
      }
    }
  }

  @Argument(help: ArgumentHelp("The shell; default: explain the installation.", valueName: "SHELL"))
  var shell: Shell?

  func run() {
    guard let shell else { return Console.say(Self.explanation) }
    Console.say(Reviewbot.completionScript(for: shell.parserShell))
  }

  private static var explanation: String {
    let parts = Shell.allCases.map { shell in
      "\(shell.rawValue):\n" + shell.installation.map { "    \($0)\n" }.joined()
    }
    return "To install the completions for yourself, run the commands of your shell, and start a new one.\n"
      + "bash needs the package bash-completion.\n\n" + parts.joined(separator: "\n")
  }
}
