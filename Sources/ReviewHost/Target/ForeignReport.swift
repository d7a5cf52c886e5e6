// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
import Foundation
import HostileText
import ResourceLoading
package import ReviewContract
package import SystemPackage

/// The report of a CI job that its pull request controls: the job's workflow, its program and its files may all be the
/// author's.
///
/// Only `report.json` is opened in the directory, and only as data. The report's repository, pull request and commit
/// are compared with the forge's; its contents can be forged, and are published as such.
package struct ForeignReport: Sendable {
  private static let file = "report.json"

  private let report: Report

  /// - Throws: ``RunError`` when the directory has no report that can be read, or one that contradicts itself.
  package init(readingFrom folder: FilePath) throws(RunError) {
    let directory = ContainedDirectory(folder)
    do {
      report = try DiskService.reports { Data(try directory.bytes(at: $0.string, limit: $1)) }
        .load(ReportResource(path: FilePath(Self.file)))
    } catch {
      throw RunError(
        "cannot use the report in \"\(folder)\": \(error.fileReason)",
        remedy: "write it with reviewbot check --no-publish --output DIR")
    }
    if let contradiction = ReportContradictions(report).first {
      throw RunError(
        "cannot post \(Self.file) in \"\(folder)\": \(HostileText(contradiction).line(limit: Self.longestReason))",
        remedy: "post the file that reviewbot check wrote, unchanged")
    }
  }

  /// The maximum length of a contradiction, which quotes the report.
  private static let longestReason = 300

  /// The number of the pull request according to the report.
  package var number: Int { report.pullRequest.number }

  /// Returns the report with the forge's data of the pull request.
  ///
  /// - Parameter head: the commit of the run that made the report, from the forge.
  /// - Returns: `nil` if the pull request has a newer head.
  /// - Throws: ``RunError`` for the report of another pull request or commit.
  package func checked(against pullRequest: PullRequest, madeAt head: CommitID) throws(RunError) -> Report? {
    let (forge, name) = (report.repository.forge, report.repository.name)
    guard forge == pullRequest.repository.forge, name.lowercased() == pullRequest.repository.name.lowercased() else {
      throw Self.mismatch("repository", of: pullRequest)
    }
    guard number == pullRequest.number else { throw Self.mismatch("pull request", of: pullRequest) }
    guard report.head == head else { throw Self.mismatch("commit", of: pullRequest) }
    guard pullRequest.head == head else { return nil }
    return report.identified(by: pullRequest)
  }

  /// The error for a mismatch, without text of the report.
  private static func mismatch(_ what: String, of pullRequest: PullRequest) -> RunError {
    RunError(
      "cannot post the report: its \(what) differs from that of the run for \(pullRequest.repository.name) #\(pullRequest.number)",
      remedy: "give the directory, the pull request and the head of one run")
  }
}
