// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import JobQueue
import Observability
import PostgresStore
import ReviewContract
import ReviewHost
import ReviewServer
import SystemPackage

/// The location of the queue: a file of the state folder, or the database that the operator's file names.
struct QueueLocation: Sendable {
  let folder: StateDirectory
  /// The configuration and the path of the operator's file; `nil` if only the folder is known.
  private let configured: (configuration: ServerConfiguration, file: String)?

  /// Creates the location of the queue in a state folder.
  init(folder: StateDirectory) {
    self.folder = folder
    configured = nil
  }

  /// Creates the location of the queue of a daemon with this configuration from `file`.
  init(_ configuration: ServerConfiguration, file: String) {
    folder = StateDirectory(path: FilePath(configuration.state.path))
    configured = (configuration, file)
  }

  /// Whether a forge or a repository is configured; `nil` if only the folder is known.
  var isConfigured: (@Sendable (PauseScope) -> Bool)? {
    guard let forges = configured?.configuration.forges else { return nil }
    return { scope in
      switch scope {
      case .all: true
      case .forge(let name): forges.contains { $0.name.name == name }
      case .repository(let repository):
        forges.contains { $0.name.name == repository.forge && $0.covers(repository.name) }
      }
    }
  }

  /// Whether other hosts can also use the queue.
  var isShared: Bool { configured?.configuration.queue != nil }

  /// The number of builds that run at once; `nil` if it is unknown, as with several hosts.
  var workers: Int? { isShared ? nil : configured?.configuration.limits.workers }

  /// The policy of the configuration, or the default one.
  var policy: QueuePolicy { configured?.configuration.queuePolicy ?? QueuePolicy() }

  /// Validates the key `queue` without a connection.
  ///
  /// - Throws: ``ConfigurationError`` with its location.
  func check() throws { _ = try settings(Self.visitor) }

  /// Opens the queue for the daemon, and locks the state folder. Blocks.
  func open(_ policy: QueuePolicy) throws -> OpenedQueue {
    guard isShared else {
      return OpenedQueue(
        queue: try JobQueueAssembly().queue(JobQueueSettings(file: folder.queue, policy: policy)))
    }
    // An invalid key is reported before any file is written.
    try check()
    let machine = try MachineState(folder: folder.path, queue: folder.queue)
    guard let settings = try settings(machine.process, policy) else {
      preconditionFailure("the queue is in a database")
    }
    let queue = try PostgresQueueAssembly().queue(settings)
    return OpenedQueue(queue: queue, shared: queue, machine: machine)
  }

  /// Opens a reader of the queue, which can be used while the daemon is running. Blocks.
  func reader() throws -> any QueueReader { try readerAndOutput().reader }

  /// Opens a reader, and the output that hosts share beside the queue; `nil` for a queue in a file. Blocks.
  func readerAndOutput() throws -> (reader: any QueueReader, output: (any SharedOutput)?) {
    if isShared {
      let queue = try sharedVisitor()
      return (queue, queue)
    }
    try folder.checkQueue()
    return (try JobQueueAssembly().reader(JobQueueSettings(file: folder.queue)), nil)
  }

  /// Opens the queue for writing by a command. In a file, this fails while the daemon is running. Blocks.
  func visitor() throws -> any ReviewQueue {
    if isShared { return try sharedVisitor() }
    try folder.checkQueue()
    return try JobQueueAssembly().queue(JobQueueSettings(file: folder.queue))
  }

  /// Opens the queue in a database for writing by a command. Blocks.
  func sharedVisitor() throws -> any SharedQueue {
    guard let settings = try settings(Self.visitor) else { preconditionFailure("the queue is in a database") }
    return try PostgresQueueAssembly().visitor(settings)
  }

  /// The process of a command. It runs no jobs, so there are none to take over later.
  private static var visitor: QueueProcess { QueueProcess(machine: "command", incarnation: UUID().uuidString) }

  /// Returns the settings of the database; `nil` for a queue in a file.
  private func settings(_ process: QueueProcess, _ policy: QueuePolicy? = nil) throws -> PostgresQueueSettings? {
    guard let (configuration, file) = configured, let database = configuration.queue else { return nil }
    do throws(QueueError) {
      return try PostgresQueueSettings(
        connection: database.connection.text,
        password: {
          let password = try ServerSecrets.queuePassword(configuration, file: file)
          password.map { KnownSecrets.ofProgram.learn($0) }
          return password?.reveal()
        }, process: process, policy: policy ?? configuration.queuePolicy)
    } catch {
      throw database.connection.error(error.message, remedy: error.remedy, file: file)
    }
  }
}

/// The daemon's queue, and with a database the lock of its state folder.
struct OpenedQueue: Sendable {
  let queue: any ReviewQueue
  /// The queue that this host shares with others; `nil` for a queue in a file.
  var shared: (any SharedQueue)?
  var machine: MachineState?

  /// Closes the queue before the state folder is released, so that the next process finds the jobs to take over.
  func close() async throws {
    defer { machine?.release() }
    try await queue.close()
  }
}
