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
    // No line is wrapped below its indentation.
    let first = try #require(lines.firstIndex(of: "EXAMPLES:"))
    let last = try #require(lines.firstIndex { $0.hasPrefix("USAGE:") })
    let titles = ["EXAMPLES:", "EXIT STATUS:", "ENVIRONMENT:", ""]
    for line in lines[first..<last] { #expect(line.hasPrefix("  ") || titles.contains(line), "\(line)") }
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
