// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Findings
import Foundation

/// A command with subcommands that also does something without one.
protocol CompleteCommand: AsyncParsableCommand {}

/// A command line without a command, or with an unknown one. The parser would print its complete help, or call the
/// command an unexpected argument.
struct CommandMistake: CustomStringConvertible {
  let description: String

  /// `nil` if the arguments name a command, or ask for help or the version.
  init?(_ arguments: [String]) {
    var path: [String] = []
    var command: any ParsableCommand.Type = Reviewbot.self
    while !command.configuration.subcommands.isEmpty {
      let names = Self.names(of: command)
      let caller = (["reviewbot"] + path).joined(separator: " ")
      let isComplete = command is any CompleteCommand.Type
      guard let word = arguments.dropFirst(path.count).first else {
        if isComplete { return nil }
        description =
          "no command after \"\(caller)\"; use one of \(names.joined(separator: ", ")), or see \(caller) --help"
        return
      }
      // Options, and the parser's own command.
      if word.hasPrefix("-") || word == "help" { return nil }
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        if isComplete { return nil }
        if path.isEmpty, DaemonCommands.names.contains(word) {
          description = "this build has no command \"\(word)\"; build with the trait Server, as make build does"
          return
        }
        let nearest = NearestName.find(for: word, in: names).map { "did you mean \($0)?" }
        let remedy = nearest ?? "the commands are \(names.joined(separator: ", ")); see \(caller) --help"
        description = "unknown command \"\(word)\"; \(remedy)"
        return
      }
      path.append(word)
      command = next
    }
    return nil
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The parser's message as one sentence, like all errors, instead of the complete usage, which is longer than a screen.
  static func sentence(_ message: String, _ arguments: [String]) -> String {
    let names = Self.names(of: Reviewbot.self)
    let command = arguments.first.flatMap { names.contains($0) ? " \($0)" : nil } ?? ""
    let lines = message.split(separator: "\n").map(String.init)
    // The parser lists the valid values on lines below the sentence.
    let choices = lines.dropFirst().map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " -")) }
    let isList = lines.first?.hasSuffix(":") ?? false
    let line = withoutFarGuess(lines.first ?? message) + (isList ? " \(choices.joined(separator: ", "))" : "")
    let text = line.hasSuffix(".") ? String(line.dropLast()) : line
    return "\(text.prefix(1).lowercased())\(text.dropFirst()); see reviewbot\(command) --help"
  }

  /// The parser suggests an option however different it is.
  private static func withoutFarGuess(_ line: String) -> String {
    guard let match = line.wholeMatch(of: /(Unknown option '(.+)'\.?) Did you mean '(.+)'\?/) else { return line }
    return NearestName.find(for: String(match.2), in: [String(match.3)]) == nil ? String(match.1) : line
  }
}
