// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import SystemPackage

/// Executes commands for jobs through the running daemon or, without one, in this process.
struct JobCommandDispatcher: Sendable {
  let folder: StateDirectory

  /// Executes a command for each job once, and prints the outcomes.
  ///
  /// - Throws: ``RunError`` if a command was refused; the commands for the other jobs are executed nevertheless.
  func perform(_ command: JobCommand, on jobs: [ReviewJob.ID]) async throws {
    var seen: Set<ReviewJob.ID> = []
    let jobs = jobs.filter { seen.insert($0).inserted }
    if jobs.isEmpty { return Console.say("no jobs") }
    var queue: (any ReviewQueue)?
    do {
      try await perform(command, on: jobs, &queue)
    } catch {
      // The first error takes precedence over an error of closing.
      try? await queue?.close()
      throw error
    }
    try await queue?.close()
  }

  private func perform(_ command: JobCommand, on jobs: [ReviewJob.ID], _ queue: inout (any ReviewQueue)?) async throws {
    // Without a socket there is no daemon, and no transport is needed.
    let isThere = FileManager.default.fileExists(atPath: folder.socket.string)
    let daemon =
      isThere
      ? DaemonCommandExecutor(socket: folder.socket, transport: JobsContext.transport(to: folder.socket)) : nil
    var refusals: [JobCommandRefusal] = []
    for job in jobs {
      do {
        let answer = try await execute(command, for: job, daemon, &queue)
        Console.say(command.words(for: job, answer))
      } catch let refusal as JobCommandRefusal {
        refusals.append(refusal)
      }
    }
    guard let last = refusals.popLast() else { return }
    for refusal in refusals { Console.complain(refusal.description) }
    throw RunError(last.description)
  }

  private func execute(
    _ command: JobCommand, for job: ReviewJob.ID, _ daemon: DaemonCommandExecutor?, _ queue: inout (any ReviewQueue)?
  ) async throws -> JobCommandResult {
    if let daemon, queue == nil {
      do { return try await daemon.execute(command, for: job) } catch is DaemonCommandExecutor.Absent {}
    }
    let opened = try queue ?? openQueue()
    queue = opened
    return try await QueueCommandExecutor(queue: opened).execute(command, for: job)
  }

  private func openQueue() throws -> any ReviewQueue {
    do {
      return try JobsContext.queue(of: folder)
    } catch let error as QueueError where error.code == .inUse {
      throw RunError(
        "\(error.message), and no process listens at \(folder.socket)",
        remedy: "if the daemon is starting, try again; otherwise check the permissions of the socket")
    }
  }
}
