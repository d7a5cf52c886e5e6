// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import ContainedFiles
import Foundation
import GRDB
package import ReviewContract
package import SystemPackage

/// Connections to a queue's file, with the settings for durability and safety.
enum QueueFile {
  /// Opens the only connection that writes.
  ///
  /// - Parameter busyLimit: how long another program may hold the file before a step fails.
  static func openForWriting(
    _ file: FilePath, migrator: Migrator = Migrator(), busyLimit: Duration = .seconds(5)
  ) throws(QueueError) -> DatabaseQueue {
    var configuration = common("writer")
    configuration.busyMode = .timeout(busyLimit / .seconds(1))
    configuration.prepareDatabase { database in
      // In this order: the first can be chosen only before the file has a page, which the second makes.
      try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw QueueError(
          .unsuitablePlace, "\(file) cannot have a write-ahead log", remedy: "put it on a local disk")
      }
      // Outside a transaction, because it has no effect inside one. GRDB's own write-ahead mode would set NORMAL, which
      // loses acknowledged commits at a power failure.
      try database.execute(
        sql: """
          PRAGMA synchronous = FULL;
          PRAGMA trusted_schema = OFF;
          PRAGMA cache_size = -16384;
          -- The checkpointer's work; this is for when it cannot.
          PRAGMA wal_autocheckpoint = 16384;
          PRAGMA journal_size_limit = 67108864;
          """)
    }
    do {
      let writer = try DatabaseQueue(path: file.string, configuration: configuration)
      try writer.inDatabase { try migrator.migrate($0, file: file.string) }
      return writer
    } catch {
      throw QueueError(error, file.string)
    }
  }

  /// Opens a connection that only moves the log into the file.
  static func openForCheckpoints(_ file: FilePath) throws(QueueError) -> DatabaseQueue {
    var configuration = common("checkpoints")
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    do {
      return try DatabaseQueue(path: file.string, configuration: configuration)
    } catch {
      throw QueueError(error, file.string)
    }
  }

  /// Opens a connection that cannot write.
  static func openForReading(_ file: FilePath) throws(QueueError) -> DatabaseQueue {
    var configuration = common("reader")
    configuration.readonly = true
    do {
      let reader = try DatabaseQueue(path: file.string, configuration: configuration)
      try reader.inDatabase { database in
        guard try Migrator().check(database, file: file.string) == Schema.migrations.count else {
          throw QueueError(
            .failed, "the queue \(file) was written by an older reviewbot", remedy: "start `reviewbot serve` once")
        }
      }
      return reader
    } catch {
      throw QueueError(error, file.string)
    }
  }

  private static func common(_ role: String) -> Configuration {
    var configuration = Configuration()
    configuration.label = "reviewbot.queue.\(role)"
    // There is one writer; a process that copies the file may hold it for a moment.
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    return configuration
  }
}

/// The location of a queue's file.
package enum QueuePlace {
  /// Creates the file if it does not exist, readable by its owner only.
  ///
  /// - Throws: ``QueueError/Code/unsuitablePlace`` on a network file system, where neither locks nor SQLite's shared
  ///   memory can be relied on.
  static func prepare(_ file: FilePath) throws(QueueError) {
    try prepareFolder(file.parent, for: "the queue \(file)")
    let converted = converted(file)
    // An empty queue would review everything again, in parallel with the one in the database.
    guard access(file.string, F_OK) == 0 || access(converted.string, F_OK) != 0 else {
      throw QueueError(
        .failed, "the queue \(file) was converted to PostgreSQL",
        remedy: "name its database with the key queue; or move \(converted) away to begin with an empty queue")
    }
    let descriptor = open(file.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw QueueError.system("cannot open the queue \(file)", errno) }
    close(descriptor)
  }

  /// Returns the name of a queue's file after its conversion to a database.
  package static func converted(_ file: FilePath) -> FilePath { FilePath(file.string + ".converted") }

  /// Creates the folder if it does not exist, accessible by its owner only.
  ///
  /// - Parameter subject: the future contents of the folder, for messages.
  /// - Throws: ``QueueError/Code/unsuitablePlace`` on a network file system.
  package static func prepareFolder(_ folder: FilePath, for subject: String) throws(QueueError) {
    do throws(Errno) {
      try DirectoryCreation.make(folder, permissions: 0o700)
    } catch {
      throw QueueError(.failed, "cannot create the folder \(folder)", underlying: error.message)
    }
    var magic: UInt32 = 0
    let result = reviewbot_file_system(folder.string, &magic)
    guard result >= 0 else { throw QueueError.system("cannot determine the file system of \(folder)", -result) }
    if let network = networkName(ofFileSystem: magic) {
      throw QueueError(
        .unsuitablePlace, "\(subject) would be on \(network)", remedy: "put it on a local disk")
    }
  }

  /// Returns the name of a network file system by its magic number (linux/magic.h); `nil` for all others.
  static func networkName(ofFileSystem magic: UInt32) -> String? {
    switch magic {
    case 0x6969: "NFS"
    case 0x517b, 0xff53_4d42, 0xfe53_4d42: "SMB"
    case 0x0102_1997: "9p"
    case 0x00c3_6400: "Ceph"
    default: nil
    }
  }
}
