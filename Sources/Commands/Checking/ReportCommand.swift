// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import Reporting
import ResourceLoading
import ReviewContract
import ReviewHost
import SystemPackage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render the report of an earlier review in another format.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      Reads report.json and writes one of its formats. Nothing is fetched, built or run, and nothing is posted. The file \
      can come from a job that ran the code under review: it is checked, and its text is escaped in every format.
      """,
    examples: [
      ("report --format html --output report.html", "create the HTML page of the last check"),
      ("report --from artifacts/report.json --format text", "read a report of a CI job in a terminal"),
    ],
    statuses: [(0, "the report was rendered")] + CommandHelp.failures,
    variables: [CommandHelp.color])

  @Option(help: ArgumentHelp("The report to read.", valueName: "FILE"), completion: .file())
  var from = ".build/reviewbot/report.json"

  @Option(help: ArgumentHelp("The format.", valueName: "FORMAT"))
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "FILE"), completion: .file())
  var output: String?

  func run() throws {
    let report = try read()
    let environment = ProcessInfo.processInfo.environment
    let terminal = TerminalSettings(
      hasColor: output == nil && Console.hasColour(STDOUT_FILENO, environment: environment),
      width: Console.width(STDOUT_FILENO))
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("the default name is valid") }
    let files = ReportFiles(rules: RuleMetadata.builtIn, comment: CommentSettings(marker: marker))
    guard let text = try files.render(report, as: format, terminal: terminal) else {
      throw RunError(
        "cannot render \"\(format.rawValue)\": the report has no data for this format",
        remedy: "choose another --format")
    }
    if !text.isEmpty || output != nil { try Console.say(text, orWriteTo: output) }
  }

  private func read() throws(UsageError) -> Report {
    do {
      return try DiskService.reports().load(ReportResource(path: FilePath(from)))
    } catch {
      throw UsageError(
        "cannot use \"\(from)\": \(error.fileReason)", remedy: "name the report.json of a review with --from")
    }
  }
}

extension Console {
  /// Prints a text, or writes it to the file of `--output`.
  static func say(_ text: String, orWriteTo output: String?) throws(RunError) {
    guard let output else { return say(text) }
    do {
      try OutputDirectory.write(Data(text.utf8), to: FilePath(output))
    } catch let error as OutputDirectory.Failure where error.isLink {
      throw RunError("cannot write \"\(output)\": \(error)", remedy: "name another file with --output")
    } catch {
      throw RunError("cannot write \"\(output)\"", remedy: "check --output, the folder and its permissions")
    }
  }
}

extension ReportFormat: ExpressibleByArgument {}
