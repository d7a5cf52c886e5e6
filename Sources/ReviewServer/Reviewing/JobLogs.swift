// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Foundation
import HostileText
package import JobQueue
import KeyedStore
package import Logging
package import ReviewContract
package import SystemPackage

/// The output of builds and tests of each job, in files that the operator reads: `ID.log`.
package struct JobLogs: Sendable {
  package let folder: FilePath
  /// The maximum size of one job's log; further output is left out.
  package let maximumBytes: @Sendable () -> Int
  package let now: @Sendable () -> Date
  /// The storage from which other machines read logs and reports; `nil` when there are no other machines.
  private let shared: (any SharedOutput)?
  /// How long other machines keep a log.
  private let sharedLifetime: @Sendable () -> Duration
  package let reports: JobReports

  package init(
    folder: FilePath, maximumBytes: @escaping @Sendable () -> Int, shared: (any SharedOutput)? = nil,
    sharedLifetime: @escaping @Sendable () -> Duration = { .zero },
    reportLifetime: @escaping @Sendable () -> Duration = { .zero }, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.shared = shared
    self.sharedLifetime = sharedLifetime
    reports = JobReports(folder: folder.appending("reports"), shared: shared, lifetime: reportLifetime)
    self.now = now
  }

  /// The path of a job's log, which may not exist.
  package func file(of job: ReviewJob.ID) -> FilePath { folder.appending("\(job).log") }

  /// Begins the log of an attempt, after those of earlier ones.
  ///
  /// - Returns: `nil` when it cannot be written, which is logged and does not prevent the review.
  package func begin(_ job: ReviewJob, _ log: Logger) -> JobLog? {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let output = try JobLog(
        of: job.id, file(of: job.id), reports: reports, maximumBytes: maximumBytes(),
        copy: shared.map { SharedJobLog($0, of: job.id, lifetime: sharedLifetime(), log: log) }, now: now)
      output.begin(job)
      return output
    } catch {
      log.warning("cannot write the log of the job", metadata: ["error": "\(String(systemError: error))"])
      return nil
    }
  }

  /// Deletes logs and reports that were last written before their retention. Their size is bounded together with the
  /// other caches.
  ///
  /// - Returns: the number of deleted logs.
  @discardableResult
  package func sweep(retention: Duration, ofReports reports: Duration) -> Int {
    self.reports.sweep(retention: reports, now: now)
    let (contained, now) = (ContainedDirectory(folder), now())
    let oldest = Int((now.timeIntervalSince1970 - retention / .seconds(1)) * 1e9)
    return StoreFiles.all(in: contained, depth: 0, now: now).count { file in
      file.status.modified < oldest && StoreFiles.remove(file.path, in: contained)
    }
  }
}

/// The log of one attempt of a job. Its text is masked by the caller, and escaped here because it is hostile.
package final class JobLog: Sendable {
  private struct State {
    var descriptor: FileDescriptor?
    var remaining: Int
  }

  private let state: Locked<State>
  private let job: ReviewJob.ID
  private let reports: JobReports
  private let copy: SharedJobLog?
  private let now: @Sendable () -> Date

  init(
    of job: ReviewJob.ID, _ file: FilePath, reports: JobReports, maximumBytes: Int, copy: SharedJobLog? = nil,
    now: @escaping @Sendable () -> Date
  ) throws {
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .append, .closeOnExec, .noFollow], permissions: [.ownerReadWrite])
    let size = try descriptor.seek(offset: 0, from: .end)
    state = Locked(State(descriptor: descriptor, remaining: maximumBytes - Int(size)))
    self.job = job
    self.reports = reports
    self.copy = copy
    self.now = now
  }

  func begin(_ job: ReviewJob) {
    line(
      "job \(job.id), attempt \(job.attempts): \(job.kind.rawValue) of \(job.pullRequest) at \(job.head)", isMark: true)
  }

  /// Writes an event, from any thread.
  package func write(_ event: ProgressEvent) {
    switch event {
    case .started(let stage): line("\(stage): started", isMark: true)
    case .ended(let stage):
      line("\(stage.name): \(stage.status.rawValue) after \(stage.milliseconds) ms", isMark: true)
    case .output(let text): line(text)
    // A mark, which no program under review can write: it is for the operator, and no web page shows it.
    case .detail(let text): line("# \(text)", isMark: true)
    }
  }

  /// Writes why the attempt failed, for the author of the pull request.
  func fail(_ reason: String) { line("attempt failed: \(reason)", isMark: true) }

  /// Keeps the report, and replaces that of an earlier attempt.
  package func keep(_ report: Report) async {
    do {
      try await reports.keep(report, of: job)
      line("report: \(report.verdict.rawValue)", isMark: true)
    } catch {
      line("cannot write the report: \(String(systemError: error))", isMark: true)
    }
  }

  package func close() async {
    await copy?.close()
    let descriptor = state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
    // The text was already passed to the kernel.
    try? descriptor?.close()
  }

  private func line(_ text: String, isMark: Bool = false) {
    let time = isMark ? "\(now().formatted(.iso8601)) " : "  "
    let text = "\(time)\(isMark ? HostileText(text).terminal() : HostileText(text).styled())\n"
    state.withLock { state in
      guard let descriptor = state.descriptor, state.remaining > 0 else { return }
      state.remaining -= text.utf8.count
      let end = state.remaining <= 0 ? "the log exceeds its size limit; the rest is omitted\n" : ""
      // A log that cannot be written, as on a full disk, does not end the review.
      _ = try? descriptor.writeAll((text + end).utf8)
      copy?.add(text + end)
    }
  }
}
