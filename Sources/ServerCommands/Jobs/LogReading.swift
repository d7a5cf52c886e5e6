// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import SystemPackage

/// Prints the growing log of a job, or its report. The text was escaped when it was written.
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

  init(_ logs: JobLogs, _ job: ReviewJob.ID, isReport: Bool) {
    file = isReport ? logs.report(of: job) : logs.file(of: job)
  }

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
    while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
      offset += Int64(data.count)
      Console.write(String(decoding: data, as: UTF8.self), to: .standardOutput)
    }
    return true
  }
}

/// Reads the output that any host stored beside the queue.
final class SharedLogReading: LogReading {
  private let output: any SharedOutput
  private let job: ReviewJob.ID
  private let isReport: Bool
  private var last: SharedLogPart?

  init(_ output: any SharedOutput, _ job: ReviewJob.ID, isReport: Bool) {
    self.output = output
    self.job = job
    self.isReport = isReport
  }

  func printRest() async throws -> Bool {
    if isReport {
      let key = SharedJobLog.reportKey(job)
      guard let report = try await output.values(of: key.kind, key.subject)[key.name] else { return false }
      Console.write(String(decoding: report, as: UTF8.self), to: .standardOutput)
      return true
    }
    var isThere = false
    while case let parts = try await output.log(of: job, after: last), !parts.isEmpty {
      isThere = true
      last = parts.last
      for part in parts { Console.write(part.text, to: .standardOutput) }
    }
    return isThere
  }
}
