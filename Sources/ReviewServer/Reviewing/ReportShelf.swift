// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
package import Logging
package import ReviewContract
package import SystemPackage

/// Keeps the reports of jobs until they are shown, so that what was built and tested is not built and tested again because
/// the process ended or the forge was away.
package struct ReportShelf: Sendable {
  package struct Kept: Sendable {
    package let report: Report
    package let choice: PublishingChoice

    package init(report: Report, choice: PublishingChoice) {
      self.report = report
      self.choice = choice
    }
  }

  package let folder: FilePath
  package let log: Logger
  package let now: @Sendable () -> Date

  package init(folder: FilePath, log: Logger, now: @escaping @Sendable () -> Date) {
    self.folder = folder
    self.log = log
    self.now = now
  }

  /// An older report is not gone on with: too much may have changed.
  private static let longest = TimeInterval(6 * 3600)

  private struct Stored: Codable {
    let choice: PublishingChoice
    let report: Data
    /// Since when the job waited: a job that the operator retries is queued at a later time, and reviewed again.
    let queuedAt: Timestamp
  }

  /// `nil` when there is none for the commit.
  package func report(of job: ReviewJob) -> Kept? {
    let file = self.file(job.id)
    guard let data = FileManager.default.contents(atPath: file.string), !isOld(file) else { return nil }
    do {
      let stored = try JSONDecoder().decode(Stored.self, from: data)
      let report = try ReportFile.decode(stored.report)
      return report.head == job.head && stored.queuedAt == job.queuedAt
        ? Kept(report: report, choice: stored.choice) : nil
    } catch {
      log.warning("a kept report cannot be read", metadata: ["file": "\(file)", "error": "\(error)"])
      return nil
    }
  }

  /// What cannot be kept is made again when it is needed.
  package func keep(_ kept: Kept, of job: ReviewJob) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let stored = Stored(
        choice: kept.choice, report: try ReportFile.encode(kept.report), queuedAt: job.queuedAt)
      try JSONEncoder().encode(stored).write(to: URL(fileURLWithPath: file(job.id).string), options: .atomic)
    } catch {
      log.warning("a report was not kept", metadata: ["job": "\(job.id)", "error": "\(error)"])
    }
  }

  /// Removes what is too old to be gone on with.
  package func sweep() {
    // What is not removed now is removed later.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let file = folder.appending(name)
      if isOld(file) { try? FileManager.default.removeItem(atPath: file.string) }
    }
  }

  private func file(_ job: ReviewJob.ID) -> FilePath { folder.appending("\(job).json") }

  private func isOld(_ file: FilePath) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.string)
    guard let date = attributes?[.modificationDate] as? Date else { return true }
    return now().timeIntervalSince(date) > Self.longest
  }
}
