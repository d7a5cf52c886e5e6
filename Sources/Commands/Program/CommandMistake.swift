// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Findings
import Foundation

/// A command with subcommands that also does something without one.
protocol CompleteCommand: AsyncParsableCommand {
  /// Whether a word that is not a subcommand is an argument.
  static var hasArguments: Bool { get }
}

/// A command line without a command, or with an unknown one. The parser would print its complete help, or call the
/// command an unexpected argument.
struct CommandMistake: CustomStringConvertible {
  let description: String

  /// `nil` if the arguments name a command, or ask for help or the version.
  init?(_ arguments: [String]) {
    var path: [String] = []
    var command: any ParsableCommand.Type = Reviewbot.self
    while !command.configuration.subcommands.isEmpty {
      var names: [String] { Self.names(of: command) }
      var caller: String { (["reviewbot"] + path).joined(separator: " ") }
      let complete = command as? any CompleteCommand.Type
      guard let word = arguments.dropFirst(path.count).first else {
        if complete != nil { return nil }
        description =
          "no command after \"\(caller)\"; use one of \(names.joined(separator: ", ")), or see \(caller) --help"
        return
      }
      // Options, and the parser's own command.
      if word.hasPrefix("-") || word == "help" { return nil }
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        if complete?.hasArguments ?? false { return nil }
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
    let text = lines.first ?? message
    if let match = text.wholeMatch(of: /Can't generate completion scripts for '(.*)'\./) {
      return "no completion script for \"\(match.1)\"; use reviewbot completions bash, zsh or fish"
    }
    if text.hasPrefix("Can't autodetect") { return "cannot determine the shell; use reviewbot completions SHELL" }
    if let match = text.wholeMatch(of: /Unknown option '(.+?)'(?:\. Did you mean '(.+)'\?)?/) {
      // The parser suggests an option however different it is.
      let nearest = match.2.flatMap { NearestName.find(for: String(match.1), in: [String($0)]) }
      return "unknown option \(match.1); \(nearest.map { "did you mean \($0)?" } ?? "see reviewbot\(command) --help")"
    }
    if let match = text.wholeMatch(of: /The value '(.*)' is invalid for '(.+)'\. Please provide one of (.+?)[.:]?/) {
      // More than five values are lines of their own.
      let listed = lines.dropFirst().map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " -")) }
      let values = listed.isEmpty ? match.3.replacing("'", with: "") : listed.joined(separator: ", ")[...]
      return "invalid value \"\(match.1)\" for \(match.2); use \(values.replacing(" and ", with: " or "))"
    }
    let sentence = (text.hasSuffix(".") ? text.dropLast() : text[...])
      .replacing(/^The value '(.*)' is invalid for '(.+)'/) { "Invalid value \"\($0.1)\" for \($0.2)" }
      .replacing(/'(-[^']*|<[^']*>)'/) { $0.1 }.replacing(/'([^']*)'/) { "\"\($0.1)\"" }
    let remedy = sentence.contains("; use ") ? "" : "; see reviewbot\(command) --help"
    return "\(sentence.prefix(1).lowercased())\(sentence.dropFirst())\(remedy)"
  }
}
