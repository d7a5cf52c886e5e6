// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Reporting
import ReviewContract
import ReviewHost
import SystemPackage

/// The renderings of a report: files, terminal, job summary and publication.
struct ReportOutput: Sendable {
  let report: Report
  let publication: Publication
  private let comment: String
  private let state: Publication.State
  private let renderers: ReportingAssembly

  init(
    _ report: Report, marker: CommentMarker, listedFindings: Int, renderers: ReportingAssembly
  ) throws {
    self.report = report
    self.renderers = renderers
    comment = try renderers.comment(CommentSettings(marker: marker, listedFindings: listedFindings)).render(report)
    state = Self.state(report.verdict)
    publication = Publication(
      pullRequest: report.pullRequest.number, commit: report.head, marker: marker, comment: comment,
      state: state, summary: try renderers.summary.render(report),
      annotations: report.findings.filter { $0.isInChange && !$0.isAboutOmittedFile }.map { Annotation($0) })
  }

  private static func state(_ verdict: Verdict) -> Publication.State {
    if verdict.isPassing { return .success }
    return verdict == .couldNotRun || verdict == .superseded ? .error : .failure
  }

  /// Writes `report.md` and `report.json`.
  func write(to folder: FilePath) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
      for (name, text) in [("report.md", comment), ("report.json", try renderers.json.render(report))] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.appending(name).string), options: .atomic)
      }
    } catch {
      throw RunError(
        "cannot write the report to \(folder): \(String(systemError: error))",
        remedy: "name a writable folder with free space with --output")
    }
  }

  func printReport(environment: [String: String]) throws {
    let settings = TerminalSettings(
      hasColor: Console.hasColour(STDOUT_FILENO, environment: environment), width: Console.width(STDOUT_FILENO))
    Console.say("\n" + (try renderers.terminal(settings).render(report)))
  }

  func printPlaces(_ folder: FilePath) {
    Console.say("\nMarkdown: \(folder.appending("report.md"))\nJSON:     \(folder.appending("report.json"))")
  }

  /// Prints what would be posted with a token. Existing comments and statuses are unknown without one.
  func printPlan() {
    Console.say("comment on #\(publication.pullRequest): planned\n\(comment)")
    Console.say("status of \(publication.commit.short): planned: \(state.rawValue), \(publication.summary)")
  }

  /// Shows the report without write permission on the forge: on the job's page and as annotations in the log.
  ///
  /// - Parameter refusal: the forge's refusal to publish; `nil` if publishing was not attempted.
  func fallBack(to ci: CIEnvironment, _ commands: WorkflowCommands, because refusal: Receipt?) {
    if refusal != nil {
      Console.say("The token has no write permission; the report is in the job's summary, the log and the files.")
    }
    guard ci.isActions else { return }
    // The annotations are escaped, so they cannot contain other commands.
    do {
      commands.say(try renderers.annotations.render(report))
    } catch {
      Console.complain("cannot render the annotations: \(error)")
    }
    guard let summary = ci.stepSummary else { return }
    do {
      if !FileManager.default.fileExists(atPath: summary) {
        _ = FileManager.default.createFile(atPath: summary, contents: nil)
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: summary))
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: Data((comment + "\n").utf8))
    } catch {
      Console.complain("cannot write the job's summary \(summary): \(error)")
    }
  }
}
