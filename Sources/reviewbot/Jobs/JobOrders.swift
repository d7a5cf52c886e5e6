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

  /// Says for each job what it came to.
  ///
  /// - Throws: ``RunError`` when at least one command failed; the others were executed.
  func perform(_ command: JobCommand, on jobs: [ReviewJob.ID]) async throws {
    var seen: Set<ReviewJob.ID> = []
    let jobs = jobs.filter { seen.insert($0).inserted }
    if jobs.isEmpty { return Console.say("no jobs") }
    var queue: (any ReviewQueue)?
    do {
      try await perform(command, on: jobs, &queue)
    } catch {
      // What went wrong first is what counts.
      try? await queue?.close()
      throw error
    }
    try await queue?.close()
  }

  private func perform(_ command: JobCommand, on jobs: [ReviewJob.ID], _ queue: inout (any ReviewQueue)?) async throws {
    // A socket that is not there needs nobody who asks for it.
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
        "\(error.message), and nobody answers at \(folder.socket)",
        remedy: "when the daemon is just starting, try again; otherwise check who may write that socket")
    }
  }
}
