// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewServer
import SystemPackage

/// Reads the logs of jobs, on a thread of its own. Logs of other machines are copied to files.
actor LogLibrary {
  /// Logs whose positions are in memory, and copies that are kept.
  private static let most = 32
  /// The maximum size of all copies together, in bytes.
  private static let largestCopies = 1 << 30

  private let logs: JobLogs
  private let shared: (any SharedLogs)?
  /// The folder of the copies.
  private let copies: FilePath
  private let copyInterval: Duration
  private let partInterval: Duration
  private let longestSearch: Duration
  private let executor = BlockingExecutor(label: "reviewbot.pages.logs")
  private var files: [ReviewJob.ID: LogFile] = [:]
  /// The least recently used first.
  private var order: [ReviewJob.ID] = []
  private var lastParts: [ReviewJob.ID: SharedLogPart] = [:]
  private var copiedAt: [ReviewJob.ID: ContinuousClock.Instant] = [:]
  private var copying: [ReviewJob.ID: Task<Void, any Error>] = [:]
  /// The ends of the logs that are followed, and when they were read.
  private var ends: [ReviewJob.ID: (size: Int64, readAt: ContinuousClock.Instant)] = [:]
  private var parts = LogPartCache()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Removes the copies of an earlier process, whose ends are not known.
  ///
  /// - Parameters:
  ///   - copyInterval: how often a log of another machine is read, however many readers it has.
  ///   - partInterval: how often the end of a log is read for those who follow it.
  ///   - longestSearch: how long one search may take.
  init(
    _ logs: JobLogs, shared: (any SharedLogs)?, copies: FilePath, copyInterval: Duration = .zero,
    partInterval: Duration = .zero, longestSearch: Duration = .seconds(86_400)
  ) {
    self.copyInterval = copyInterval
    self.partInterval = partInterval
    self.longestSearch = longestSearch
    self.logs = logs
    self.shared = shared
    self.copies = copies
    try? FileManager.default.removeItem(atPath: copies.string)
  }

  /// Returns the stages of a log; `nil` if there is none.
  func index(of job: ReviewJob.ID) async throws -> LogIndex? { try await file(of: job)?.index }

  func lines(of job: ReviewJob.ID, from first: Int, count: Int) async throws -> [LogLine] {
    try await file(of: job)?.lines(from: first, count: count) ?? []
  }

  /// - Returns: the lines with a text, and whether there are more, or could be after the longest search.
  func search(_ text: String, in job: ReviewJob.ID, limit: Int) async throws -> (lines: [LogLine], hasMore: Bool) {
    guard let file = try await file(of: job) else { return ([], false) }
    var search = LogSearch(text, limit: limit)
    let end = ContinuousClock.now + longestSearch
    while try !file.look(for: &search) {
      guard ContinuousClock.now < end else { return (search.lines, true) }
      // Other readers wait for one part only.
      await Task.yield()
    }
    return (search.lines, search.hasMore)
  }

  /// Returns the place of a line, or of the end of the log.
  func place(of line: Int, in job: ReviewJob.ID) async throws -> LogPlace {
    guard let file = try await file(of: job) else { return LogPlace(position: 0, line: 1) }
    return LogPlace(position: try file.position(of: line), line: min(line, file.index.lines + 1))
  }

  /// Returns the place at a position; `nil` if no line begins there.
  func place(at position: Int64, in job: ReviewJob.ID) async throws -> LogPlace? {
    guard let file = try await file(of: job) else { return position == 0 ? LogPlace(position: 0, line: 1) : nil }
    return try file.line(at: position).map { LogPlace(position: position, line: $0) }
  }

  /// Returns the lines after a place, at most `limit` bytes, and the place after them.
  func lines(
    of job: ReviewJob.ID, after place: LogPlace, limit: Int
  ) async throws -> (lines: [LogLine], end: LogPlace, isLast: Bool) {
    guard let file = try await file(of: job) else { return ([], place, true) }
    let (lines, end) = try file.lines(after: place.position, line: place.line, limit: limit)
    return (lines, LogPlace(position: end, line: place.line + lines.count), end >= file.size)
  }

  /// Returns the next lines for a reader that follows a log; `nil` at its end. A reader that is far behind continues
  /// near the end.
  ///
  /// Between two readings of the end all readers arrive at the same place, so that they share the next part.
  ///
  /// - Parameter isComplete: whether nothing is written any more, so that the end is read in any case.
  func part(of job: ReviewJob.ID, after place: LogPlace, isComplete: Bool) async throws -> RenderedLogPart? {
    if isComplete || ends[job].map({ ContinuousClock.now - $0.readAt >= partInterval }) ?? true {
      let file = try await file(of: job)
      ends[job] = file.map { ($0.size, .now) }
    }
    guard let file = files[job], let size = ends[job]?.size, place.position < size else { return nil }
    if let part = parts[job, place.position] { return part }
    let part = try RenderedLogPart(of: file, job, after: place, before: size)
    parts.add(part, to: job, at: place.position)
    return part
  }

  /// Returns the log's file with all lines that were written.
  private func file(of job: ReviewJob.ID) async throws -> LogFile? {
    if shared != nil { try await copy(job) }
    var file = files[job] ?? LogFile(path: shared == nil ? logs.file(of: job) : copy(of: job))
    let exists = try file.refresh()
    files[job] = exists ? file : nil
    order.removeAll { $0 == job }
    if exists { order.append(job) }
    while order.count > Self.most || order.count > 1 && shared != nil && copiedBytes > Self.largestCopies {
      guard let oldest = order.first(where: { $0 != job }) else { break }
      order.removeAll { $0 == oldest }
      forget(oldest)
    }
    return exists ? file : nil
  }

  private var copiedBytes: Int64 { files.values.reduce(0) { $0 + $1.size } }

  private func forget(_ job: ReviewJob.ID) {
    files[job] = nil
    ends[job] = nil
    guard shared != nil else { return }
    lastParts[job] = nil
    copiedAt[job] = nil
    unlink(copy(of: job).string)
  }

  private func copy(of job: ReviewJob.ID) -> FilePath { copies.appending("\(job).log") }

  /// Appends the new parts of a shared log to its copy, once at a time.
  private func copy(_ job: ReviewJob.ID) async throws {
    if let running = copying[job] { return try await running.value }
    if let last = copiedAt[job], ContinuousClock.now - last < copyInterval { return }
    copiedAt[job] = .now
    let task = Task { try await appendParts(job) }
    copying[job] = task
    defer { copying[job] = nil }
    try await task.value
  }

  private func appendParts(_ job: ReviewJob.ID) async throws {
    while true {
      let known = lastParts[job]
      guard let parts = try await shared?.log(of: job, after: known), let last = parts.last else { return }
      // The copy was removed in the meantime.
      guard lastParts[job] == known else { continue }
      try FileManager.default.createDirectory(
        atPath: copies.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let descriptor = try FileDescriptor.open(
        copy(of: job), .writeOnly, options: [.create, .append, .closeOnExec, .noFollow],
        permissions: [.ownerReadWrite])
      defer { try? descriptor.close() }
      for part in parts { try descriptor.writeAll(part.text.utf8) }
      lastParts[job] = last
    }
  }
}

/// A place in a log, between two lines.
struct LogPlace: Hashable, Sendable {
  /// In bytes.
  let position: Int64
  /// The number of the next line.
  let line: Int
}
