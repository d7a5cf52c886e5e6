// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
package import Reporting
package import ReviewContract
package import ReviewHost
package import SystemPackage

/// The renderings of a report: files, terminal, job summary and publication.
package struct ReportOutput: Sendable {
  package let report: Report
  package let publication: Publication
  private let comment: String
  private let state: Publication.State
  private let renderers: ReportingAssembly
  private let files: ReportFiles

  /// - Parameters:
  ///   - base: the branch that the pull request is to be merged into, if it is known.
  ///   - isForeign: whether the pull request's author could have written the report, which is then shown only in the
  ///     comment and the status.
  ///   - readsCommands: whether commands in comments have an effect.
  package init(
    _ report: Report, into base: String?, marker: CommentMarker, choice: PublishingChoice,
    renderers: ReportingAssembly, isForeign: Bool = false, readsCommands: Bool = false
  ) throws {
    self.report = report
    self.renderers = renderers
    let settings = CommentSettings(
      marker: marker, choice: choice.comment, isForeign: isForeign, readsCommands: readsCommands,
      rulePage: RuleMetadata.helpURL)
    files = ReportFiles(rules: RuleMetadata.builtIn, comment: settings)
    comment = try renderers.comment(settings).render(report)
    state = Self.state(report)
    let remarks = InlineRemarks(report, choice.inline, rulePage: RuleMetadata.helpURL)
    var publication = Publication(
      pullRequest: report.pullRequest.number, commit: report.head, marker: marker,
      // A skipped pull request keeps the comment of an earlier review.
      comment: report.scope?.depth == .nothing || choice.comment.when == .never ? nil : comment,
      state: state, summary: try renderers.summary.render(report),
      annotations: isForeign ? [] : remarks.annotations,
      awaitsAuthor: report.scope?.isAuthorsChoice ?? false, createsComment: report.wantsComment(choice.comment.when))
    // A skipped or partial review has no result for earlier findings.
    publication.review = report.scope?.depth == .nothing || isForeign ? nil : remarks.review
    publication.memory = report.scope == nil ? ReviewMemory(report) : nil
    publication.page = report.pullRequest.url
    publication.base = base
    self.publication = publication
  }

  private static func state(_ report: Report) -> Publication.State {
    let verdict = report.verdict
    if verdict.isPassing { return report.scope?.isAuthorsChoice == true ? .pending : .success }
    return verdict == .couldNotRun || verdict == .superseded ? .error : .failure
  }

  /// Creates the folder of the reports, and checks that files can be created in it.
  package static func prepare(_ folder: FilePath) throws(RunError) {
    do {
      let directory = try OutputDirectory(folder).open()
      let probe = ".probe-\(UUID().uuidString)"
      try directory.write([], to: probe)
      try directory.remove(probe)
    } catch {
      throw unwritable(folder, error)
    }
  }

  private static func unwritable(_ folder: FilePath, _ error: any Error) -> RunError {
    let isLink = (error as? OutputDirectory.Failure)?.isLink ?? false
    return RunError(
      "cannot write the report to \"\(folder)\": \(String(systemError: error))",
      remedy: isLink
        ? "name a folder outside of the checkout with --output" : "name a writable folder with free space with --output"
    )
  }

  /// Writes the files of the formats, and removes files of an earlier review for which this report has no content.
  package func write(_ formats: [ReportFormat], to folder: FilePath) throws {
    do {
      let directory = try OutputDirectory(folder).open()
      for format in formats {
        guard let name = format.fileName else { continue }
        if let text = try files.render(report, as: format) {
          try directory.write(text.utf8, to: name)
        } else {
          try directory.remove(name)
        }
      }
    } catch {
      throw Self.unwritable(folder, error)
    }
  }

  /// Prints the report without its verdict.
  package func printReport(environment: [String: String]) {
    Console.say("\n" + terminal(environment).body(report))
  }

  /// Prints the verdict, which is the last line of a review.
  ///
  /// - Parameter isSuperseded: whether the head moved during the review, which outdates the report's verdict.
  package func printVerdict(isSuperseded: Bool, environment: [String: String]) {
    Console.say("\n" + terminal(environment).verdict(report, as: isSuperseded ? .superseded : nil))
  }

  private func terminal(_ environment: [String: String]) -> TerminalRenderer {
    renderers.terminal(
      TerminalSettings(
        hasColor: Console.hasColour(STDOUT_FILENO, environment: environment), width: Console.width(STDOUT_FILENO),
        hasLinks: Console.hasLinks(STDOUT_FILENO, environment: environment)))
  }

  /// Prints the paths of the report's files for readers and programs.
  package func printPaths(_ formats: [ReportFormat], _ folder: FilePath) {
    let names = [(ReportFormat.html, "Page:     "), (.markdown, "Markdown: "), (.json, "JSON:     ")]
    let lines = names.filter { formats.contains($0.0) }.map { "\($1)\(folder.appending($0.fileName ?? ""))" }
    if !lines.isEmpty { Console.say("\n" + lines.joined(separator: "\n")) }
  }

  /// Prints the publication that a token would permit. Existing comments and statuses are unknown without one.
  package func printPlan() {
    if let comment = publication.comment { Console.say("comment on #\(publication.pullRequest): planned\n\(comment)") }
    Console.say("status of \(publication.commit.short): planned: \(state.rawValue), \(publication.summary)")
  }

  /// Shows the report without write permission on the forge: on the job's page and as annotations in the log.
  ///
  /// - Parameter refusal: the forge's refusal to publish; `nil` if publishing was not attempted.
  package func fallBack(to ci: CIEnvironment, _ commands: WorkflowCommands, because refusal: Receipt?) {
    if refusal != nil {
      Console.say("The token has no write permission; the report is in the job's summary, the log and the files.")
    }
    guard ci.isActions else { return }
    // The annotations are escaped, so they cannot contain other commands.
    do {
      commands.say(try renderers.annotations.render(report))
    } catch {
      Console.complain("cannot render the annotations: \(String(systemError: error))")
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
      Console.complain("cannot write the job's summary \(summary): \(String(systemError: error))")
    }
  }
}
