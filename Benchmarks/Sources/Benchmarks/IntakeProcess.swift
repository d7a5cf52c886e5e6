// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import JobQueue
import Logging
import ReviewContract
import ReviewServer
import SystemPackage

/// The intake in a separate process: `intake-server SECRET [STORE]`. The store of the queue is a file or, for a
/// conninfo string, a database; without one the queue stores nothing.
struct IntakeProcess {
  static let command = "intake-server"

  let secret: String
  let store: String?

  init(_ arguments: [String]) throws {
    guard let secret = arguments.first else { throw Failure("\(Self.command) SECRET [STORE]") }
    self.secret = secret
    store = arguments.dropFirst().first
  }

  /// Prints its port and serves until its standard input ends.
  func run() async throws {
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      exit(0)
    }
    var section = ServedForge()
    section.name = "forge"
    section.repositories = ["*/**"]
    let forge = DaemonForge(section, of: ServerConfiguration(), webhookSecrets: try WebhookSecrets([Secret(secret)])) {
      throw Failure("an intake needs no credential")
    }
    let server = IntakeServer(
      IntakeSettings(address: "127.0.0.1:0", forges: [forge]), queue: try queue(),
      health: HealthEndpoints(readiness: { .ready }, metrics: { "" }),
      logger: Logger(label: "intake") { _ in SwiftLogNoOpLogHandler() })
    try await server.run { _, address in
      // Fails only if the parent has ended, which also ends the standard input and this process.
      try? FileHandle.standardOutput.write(contentsOf: Data("\(address.port)\n".utf8))
    }
  }

  private func queue() throws -> any ReviewQueue {
    guard let store else { return InstantQueue() }
    if store.contains("=") { return try PostgresDatabase(connection: store).queue() }
    return try JobQueueAssembly().queue(JobQueueSettings(file: FilePath(store)))
  }
}
