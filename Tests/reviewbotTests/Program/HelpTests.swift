// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewTesting
import Testing

@testable import Commands

struct HelpTests {
  private static let commands = [
    "", "check", "report", "post", "lint", "coverage", "doctor", "serve", "jobs", "queue", "cache", "rules", "explain",
    "config", "hook", "completions",
  ]
  /// Commands that read no variable, and the queue's, whose variables are in the operator's file.
  private static let withoutVariables = ["queue", "completions"]

  /// The lines that the program prints.
  private func help(_ command: String) async throws -> [String] {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run([command, "--help"].filter { !$0.isEmpty })
      #expect(outcome.status == 0)
      return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test(arguments: commands)
  func `every command shows examples, exit statuses and variables`(command: String) async throws {
    let lines = try await help(command)
    for title in ["EXAMPLES:", "EXIT STATUS:", "ENVIRONMENT:"] {
      if title == "ENVIRONMENT:", Self.withoutVariables.contains(command) { continue }
      let index = try #require(lines.firstIndex(of: title), "\(title)")
      #expect(lines[index + 1].hasPrefix("  "))
    }
    #expect(lines.contains("  2  the arguments or the configuration are wrong"))
    #expect(lines.contains("  3  the command failed"))
    // The usage and the options come first, as in manual pages.
    let first = try #require(lines.firstIndex(of: "EXAMPLES:"))
    #expect(try #require(lines.firstIndex(of: "OPTIONS:")) < first)
    // No line is wrapped below its indentation.
    let titles = ["EXAMPLES:", "EXIT STATUS:", "ENVIRONMENT:", ""]
    for line in lines[first...] {
      #expect(line.hasPrefix("  ") || titles.contains(line), "\(line)")
      #expect(line.count <= 80, "\(line)")
    }
  }

  /// All commands and their subcommands.
  private static func all(_ command: any ParsableCommand.Type = Reviewbot.self) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { all($0) }
  }

  @Test func `every option has a placeholder in capitals, and its values once`() {
    for command in Self.all() {
      let text = command.helpMessage(columns: 1_000)
      for match in text.matches(of: /<([^>]+)>/) where !["subcommand", "options"].contains(match.1) {
        #expect(match.1 == match.1.uppercased(), "\(command): \(match.0)")
      }
      for match in text.matches(of: /(?m)^(.*)\(values: ([^;)]+)/) {
        let values = match.2.split(separator: ", ").prefix(2).joined(separator: ", ")
        #expect(!match.1.contains(values), "\(command): \(match.0)")
      }
    }
  }

  @Test(arguments: ["--help", "-h", "--version"], [80, 100])
  func `the help and the version of the program are those of the parser`(argument: String, columns: Int) {
    let error = #expect(throws: (any Error).self) {
      // The parser answers a request for help with a command that throws it.
      var command = try Reviewbot.parseAsRoot([argument])
      try command.run()
    }
    let text = error.map { HelpText(columns: columns).ordered(Reviewbot.fullMessage(for: $0, columns: columns)) }
    #expect(text == Program.ownText(for: [argument], columns: columns))
  }

  @Test func `a long example goes on below its arguments`() {
    let long = HelpText(columns: 40).ordered(CoverageHistoryCommand.helpMessage(columns: 40))
    #expect(!long.contains("\n--"))
    let help = HelpText(columns: 60).ordered(Reviewbot.helpMessage(for: CoverageHistoryCommand.self, columns: 60))
    #expect(
      help.contains("\n  reviewbot coverage history --repo acme/shapes --branch\n      main --format svg"), "\(help)")
  }

  @Test func `without arguments the help is on the standard error`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run([])
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("\nUSAGE: reviewbot <subcommand>"), "\(outcome.errors)")
      #expect(outcome.errors.contains("\n  lint "), "\(outcome.errors)")
    }
  }

  /// An example that does not parse teaches a mistake.
  @Test(arguments: commands)
  func `the examples in the help are valid command lines`(command: String) async throws {
    let lines = try await help(command)
    let end = try #require(lines.firstIndex(of: "EXIT STATUS:"))
    let examples = lines[..<end].filter { $0.hasPrefix("  reviewbot ") }
    #expect(!examples.isEmpty)
    for example in examples {
      let arguments = example.split(separator: " ").dropFirst().map(String.init).filter { !$0.hasPrefix(">") }
      #expect(throws: Never.self, "\(example)") { _ = try Reviewbot.command(for: arguments) }
    }
  }

  @Test func `options that coverage has as well are those of coverage history`() throws {
    let arguments = ["coverage", "history", "--format", "svg", "--config", "server.yml"]
    let command = try #require(try Reviewbot.command(for: arguments) as? CoverageHistoryCommand)
    #expect("\(command.format)" == "svg" && command.config == "server.yml")
  }
}
