// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Foundation
import JobQueue
import Observability
import ReviewContract
import ReviewServer

/// One `reviewbot queue policy`: the policy that is stored beside a queue in a database.
struct PolicyRun: Sendable {
  private let configuration: ServerConfiguration
  private let location: QueueLocation
  private let file: String

  /// - Throws: ``UsageError`` for a queue in a file.
  init(_ configuration: ServerConfiguration, file: String) throws(UsageError) {
    guard configuration.queue != nil else {
      throw UsageError(
        "the queue of \(file) is in a file of the state folder, and its daemon follows limits and retention of \(file)",
        remedy: "change them there, and restart the daemon")
    }
    self.configuration = configuration
    self.file = file
    location = QueueLocation(configuration, file: file)
  }

  /// Prints the policy in force, its author, and its differences from the file.
  func show() async throws {
    try await withQueue { queue in
      let applied = try await queue.appliedPolicy()
      Console.say("applied \(applied.at.text) by \(applied.author)")
      let configured = configuration.queuePolicy
      for key in PolicyKey.allCases {
        let (there, here) = (key.text(in: applied.policy), key.text(in: configured))
        Console.say("\(key.rawValue): \(there)" + (there == here ? "" : " (\(here) in \(file))"))
      }
    }
  }

  /// Stores the values of the file. Running daemons follow them.
  func apply() async throws {
    try await withQueue { queue in
      let configured = configuration.queuePolicy
      let before = try await queue.appliedPolicy().policy
      let changes = PolicyKey.different(before, configured)
      guard !changes.isEmpty else {
        return Console.say("the policy already has the values of \(file); nothing changed")
      }
      try await queue.apply(configured, by: "uid \(getuid()) on \(ProcessInfo.processInfo.hostName.prefix(60))")
      for key in changes { Console.say("\(key.rawValue): \(key.text(in: before)) -> \(key.text(in: configured))") }
    }
  }

  private func withQueue(_ body: (any SharedQueue) async throws -> Void) async throws {
    let queue = try location.sharedVisitor()
    do {
      try await body(queue)
    } catch {
      // The first error takes precedence over an error of closing.
      try? await queue.close()
      throw error
    }
    try await queue.close()
  }
}
