// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
import KeyedStore
package import ReviewContract
package import SystemPackage

/// The report of each job with the changed lines of its sources, and the comment that was published for it: in files of
/// this machine, or for all machines with the same queue.
package struct JobReports: Sendable {
  private let folder: FilePath
  private let files: KeyedStore<NamedKey, [UInt8]>
  private let shared: (any SharedValues)?
  /// How long the other machines keep them.
  private let lifetime: @Sendable () -> Duration

  /// - Parameter folder: the files of this machine, if they are not shared.
  package init(
    folder: FilePath, shared: (any SharedValues)? = nil,
    lifetime: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.folder = folder
    files = Self.files(folder)
    self.shared = shared
    self.lifetime = lifetime
  }

  /// - Parameter age: after which ``KeyedStore/sweep()`` deletes them.
  private static func files(
    _ folder: FilePath, age: Duration? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) -> KeyedStore<NamedKey, [UInt8]> {
    var bounds = StoreBounds()
    bounds.age = age
    bounds.countsReading = false
    return KeyedStore(folder, StoreFormat("last-report", version: 1), bounds: bounds, now: now)
  }

  private var store: any TypedStore<NamedKey, [UInt8]> {
    shared.map { SharedStore($0, .lastReport, version: 1, lifetime: lifetime()) } ?? files
  }

  /// Replaces the report of an earlier attempt.
  package func keep(_ report: Report, of job: ReviewJob.ID) async throws {
    try await store.set([UInt8](ReportFile.encode(report)), for: NamedKey(job))
  }

  /// Replaces the comment of an earlier attempt.
  package func keep(comment: String, of job: ReviewJob.ID) async throws {
    try await store.set(Array(comment.utf8), for: Self.commentKey(job))
  }

  /// Returns the report as JSON; `nil` if there is none.
  package func data(of job: ReviewJob.ID) async throws -> Data? {
    try await store.value(for: NamedKey(job)).map { Data($0) }
  }

  /// Returns the comment in Markdown; `nil` if there is none.
  package func comment(of job: ReviewJob.ID) async throws -> String? {
    try await store.value(for: Self.commentKey(job)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Deletes the files that were written before their retention.
  func sweep(retention: Duration, now: @escaping @Sendable () -> Date) {
    Self.files(folder, age: retention, now: now).sweep()
  }

  private static func commentKey(_ job: ReviewJob.ID) -> NamedKey { NamedKey(job, name: "comment") }
}
