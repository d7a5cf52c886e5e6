// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Foundation
import HostileText
import JobQueue
import ReviewContract
import ReviewServer
import SystemPackage

/// Prints the growing log of a job, or its report. The text was escaped when it was written, but for its colors.
protocol LogReading {
  /// Prints the text written since the last call.
  ///
  /// - Returns: whether a log or report was found.
  func printRest() async throws -> Bool
}

/// Reads the log file of a daemon on this host.
final class FileLogReading: LogReading {
  private let file: FilePath
  private var offset: Int64 = 0

  init(_ logs: JobLogs, _ job: ReviewJob.ID) { file = logs.file(of: job) }

  func printRest() async throws -> Bool {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(file, .readOnly, options: [.closeOnExec, .noFollow])
    } catch Errno.noSuchFileOrDirectory {
      return false
    } catch {
      throw RunError("cannot read \(file): \(String(systemError: error))", remedy: "run it as the daemon's user")
    }
    let handle = FileHandle(fileDescriptor: descriptor.rawValue, closeOnDealloc: true)
    try handle.seek(toOffset: UInt64(offset))
    // A line that is being written is printed when it is complete.
    while let data = try handle.read(upToCount: 1 << 20), let end = data.lastIndex(of: UInt8(ascii: "\n")) {
      let lines = data[...end]
      offset += Int64(lines.count)
      LogOutput.write(String(decoding: lines, as: UTF8.self))
      try handle.seek(toOffset: UInt64(offset))
    }
    return true
  }
}

/// Reads the output that any host stored beside the queue.
final class SharedLogReading: LogReading {
  private let output: any SharedOutput
  private let job: ReviewJob.ID
  private var last: SharedLogPart?

  init(_ output: any SharedOutput, _ job: ReviewJob.ID) {
    self.output = output
    self.job = job
  }

  func printRest() async throws -> Bool {
    var isThere = false
    while case let parts = try await output.log(of: job, after: last), !parts.isEmpty {
      isThere = true
      last = parts.last
      for part in parts { LogOutput.write(part.text) }
    }
    return isThere
  }
}

/// Reads the report of a job, which a later attempt can replace.
final class ReportReading: LogReading {
  private let reports: JobReports
  private let job: ReviewJob.ID
  private var last: Data?

  init(_ reports: JobReports, _ job: ReviewJob.ID) {
    self.reports = reports
    self.job = job
  }

  func printRest() async throws -> Bool {
    guard let report = try await reports.data(of: job) else { return false }
    if report != last { Console.write(String(decoding: report, as: UTF8.self), to: .standardOutput) }
    last = report
    return true
  }
}

/// The output of a log, with colors on a terminal only.
private enum LogOutput {
  private static let hasColors = Console.hasColour(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)

  static func write(_ text: String) { Console.write(hasColors ? text : text.withoutStyles, to: .standardOutput) }
}
