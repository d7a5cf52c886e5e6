// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
package import Logging
package import SystemPackage

/// Keeps reports in files of this machine.
package struct FolderReportShelf: ReportShelf {
  private let folder: FilePath
  private let log: Logger
  private let now: @Sendable () -> Date

  package init(folder: FilePath, log: Logger, now: @escaping @Sendable () -> Date) {
    self.folder = folder
    self.log = log
    self.now = now
  }

  package func report(of job: ReviewJob) async -> KeptReport? {
    let file = self.file(job.id)
    guard let data = FileManager.default.contents(atPath: file.string), !isOld(file) else { return nil }
    do {
      return try KeptReport.decoded(data, for: job)
    } catch {
      log.warning("cannot read a stored report", metadata: ["file": "\(file)", "error": "\(error)"])
      return nil
    }
  }

  package func keep(_ kept: KeptReport, of job: ReviewJob) async {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try kept.encoded(for: job).write(to: URL(fileURLWithPath: file(job.id).string), options: .atomic)
    } catch {
      log.warning("a report was not kept", metadata: ["job": "\(job.id)", "error": "\(error)"])
    }
  }

  package func sweep() {
    // Files that cannot be removed now are removed later.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
      let file = folder.appending(name)
      if isOld(file) { try? FileManager.default.removeItem(atPath: file.string) }
    }
  }

  private func file(_ job: ReviewJob.ID) -> FilePath { folder.appending("\(job).json") }

  private func isOld(_ file: FilePath) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.string)
    guard let date = attributes?[.modificationDate] as? Date else { return true }
    return now().timeIntervalSince(date) > KeptReport.lifetime / .seconds(1)
  }
}
