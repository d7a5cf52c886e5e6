// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
package import ReviewContract
package import SystemPackage

/// The report of each job with the changed lines of its sources, and the comment that was published for it: in the files
/// `ID.report.json` and `ID.comment.md`, and on the other machines with the same queue.
package struct JobReports: Sendable {
  /// The endings of the files.
  static let endings = [".report.json", ".comment.md"]
  /// Larger comments are accepted by no forge.
  private static let largestComment = 2 << 20

  private let folder: FilePath
  private let shared: (any SharedValues)?
  /// How long the other machines keep them.
  private let lifetime: @Sendable () -> Duration

  package init(
    folder: FilePath, shared: (any SharedValues)? = nil,
    lifetime: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.folder = folder
    self.shared = shared
    self.lifetime = lifetime
  }

  /// The path of a job's last report, which may not exist.
  package func file(of job: ReviewJob.ID) -> FilePath { folder.appending("\(job)\(Self.endings[0])") }

  private func commentFile(of job: ReviewJob.ID) -> FilePath { folder.appending("\(job)\(Self.endings[1])") }

  /// Replaces the report of an earlier attempt.
  package func keep(_ report: Report, of job: ReviewJob.ID) async throws {
    try await keep(ReportFile.encode(report), Self.reportKey(job), file(of: job))
  }

  /// Replaces the comment of an earlier attempt.
  package func keep(comment: String, of job: ReviewJob.ID) async throws {
    try await keep(Data(comment.utf8), Self.commentKey(job), commentFile(of: job))
  }

  private func keep(_ data: Data, _ key: SharedValueKey, _ file: FilePath) async throws {
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try data.write(to: URL(fileURLWithPath: file.string), options: .atomic)
    try await shared?.set([UInt8](data), for: key, lifetime: lifetime())
  }

  /// Returns the report as JSON; `nil` if there is none.
  package func data(of job: ReviewJob.ID) async throws -> Data? {
    try await data(Self.reportKey(job), file(of: job), limit: ReportFile.maximumBytes)
  }

  /// Returns the comment in Markdown; `nil` if there is none.
  package func comment(of job: ReviewJob.ID) async throws -> String? {
    try await data(Self.commentKey(job), commentFile(of: job), limit: Self.largestComment)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Any machine may have run the last attempt, so that the shared value is newer than a file.
  private func data(_ key: SharedValueKey, _ file: FilePath, limit: Int) async throws -> Data? {
    if let value = try await shared?.value(for: key) { return Data(value) }
    do {
      let descriptor = try FileDescriptor.open(file, .readOnly, options: [.closeOnExec, .noFollow])
      return try FileHandle(fileDescriptor: descriptor.rawValue, closeOnDealloc: true).read(upToCount: limit)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  private static func reportKey(_ job: ReviewJob.ID) -> SharedValueKey { SharedValueKey(.lastReport, "\(job)") }
  private static func commentKey(_ job: ReviewJob.ID) -> SharedValueKey {
    SharedValueKey(.lastReport, "\(job)", name: "comment")
  }
}
