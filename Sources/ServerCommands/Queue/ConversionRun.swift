// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Foundation
import JobQueue
import Observability
import PostgresStore
import ReviewContract
import ReviewServer
import SystemPackage

/// One `reviewbot queue convert`: moves the queue from the file in the state folder to the database.
struct ConversionRun: Sendable {
  private let configuration: ServerConfiguration
  private let location: QueueLocation

  /// - Throws: ``UsageError`` if the operator's file names no database.
  init(_ configuration: ServerConfiguration, file: String) throws(UsageError) {
    guard configuration.queue != nil else {
      throw UsageError("\(file) does not name a database", remedy: "add the key queue")
    }
    self.configuration = configuration
    location = QueueLocation(configuration, file: file)
  }

  func perform() async throws {
    let file = location.folder.queue
    guard FileManager.default.fileExists(atPath: file.string) else {
      let wasConverted = FileManager.default.fileExists(atPath: QueuePlace.converted(file).string)
      throw RunError(
        wasConverted ? "the queue \(file) has already been converted" : "there is no queue \(file)",
        remedy: wasConverted ? "start the daemon" : "check the key state")
    }
    try location.check()
    // Requeues running jobs, and moves the write-ahead log into the file. The error for a running daemon names it.
    let settings = JobQueueSettings(file: file, policy: configuration.queuePolicy)
    try await JobQueueAssembly().queue(settings).close()
    let opened = try location.open(configuration.queuePolicy)
    do {
      guard let shared = opened.shared, let machine = opened.machine else {
        preconditionFailure("the queue is in a database")
      }
      let conversion = try await shared.takeOver(QueueExport(file: file), of: machine.process.machine)
      if conversion.isRepeated { Console.say("the rows had already been copied") }
      for count in conversion.counts { Console.say("\(count.table): \(count.rows)") }
      try rename(file)
      Console.say("\(file) is now \(QueuePlace.converted(file)); the daemon can be started")
    } catch {
      // The first error takes precedence over an error of closing.
      try? await opened.close()
      throw error
    }
    try await opened.close()
  }

  private func rename(_ file: FilePath) throws {
    for part in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file.string + part) {
      do {
        try FileManager.default.moveItem(atPath: file.string + part, toPath: QueuePlace.converted(file).string + part)
      } catch {
        throw RunError(
          "cannot rename \(file)\(part): \(String(systemError: error))",
          remedy: "its rows are in the database; rename it yourself")
      }
    }
  }
}
