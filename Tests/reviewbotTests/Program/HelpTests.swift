// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewTesting
import Testing

@testable import Commands

struct HelpTests {
  private static let commands = ["", "check", "report", "lint", "coverage", "doctor", "serve", "jobs", "queue"]

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
    // The variables of a queue in a database are in the operator's file.
    for title in ["EXAMPLES:", "EXIT STATUS:", "ENVIRONMENT:"] where command != "queue" || title != "ENVIRONMENT:" {
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
    for line in lines[first...] { #expect(line.hasPrefix("  ") || titles.contains(line), "\(line)") }
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
      let arguments = example.split(separator: " ").dropFirst().map(String.init)
      #expect(throws: Never.self, "\(example)") { _ = try Reviewbot.command(for: arguments) }
    }
  }

  @Test func `options that coverage has as well are those of coverage history`() throws {
    let arguments = ["coverage", "history", "--format", "svg", "--config", "server.yml"]
    let command = try #require(try Reviewbot.command(for: arguments) as? CoverageHistoryCommand)
    #expect("\(command.format)" == "svg" && command.config == "server.yml")
  }
}
