// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import SystemPackage

/// Gives orders for jobs to whoever has the queue: the daemon, or, when none runs, this process.
struct JobOrders: Sendable {
  let folder: StateFolder

  /// Says for each job what it came to.
  ///
  /// - Throws: ``RunError`` when at least one order could not be carried out; the others are.
  func give(_ order: JobOrder, to jobs: [ReviewJob.ID]) async throws {
    var seen: Set<ReviewJob.ID> = []
    let jobs = jobs.filter { seen.insert($0).inserted }
    if jobs.isEmpty { return Console.say("no jobs") }
    var queue: (any ReviewQueue)?
    do {
      try await give(order, to: jobs, &queue)
    } catch {
      // What went wrong first is what counts.
      try? await queue?.close()
      throw error
    }
    try await queue?.close()
  }

  private func give(_ order: JobOrder, to jobs: [ReviewJob.ID], _ queue: inout (any ReviewQueue)?) async throws {
    // A socket that is not there needs nobody who asks for it.
    let isThere = FileManager.default.fileExists(atPath: folder.socket.string)
    let daemon =
      isThere ? try DaemonOrders(socket: folder.socket, transport: JobsParts.transport(to: folder.socket)) : nil
    var refusals: [OrderRefusal] = []
    for job in jobs {
      do {
        let answer = try await take(order, for: job, daemon, &queue)
        Console.say(order.words(for: job, answer))
      } catch let refusal as OrderRefusal {
        refusals.append(refusal)
      }
    }
    guard let last = refusals.popLast() else { return }
    for refusal in refusals { Console.complain(refusal.description) }
    throw RunError(last.description)
  }

  private func take(
    _ order: JobOrder, for job: ReviewJob.ID, _ daemon: DaemonOrders?, _ queue: inout (any ReviewQueue)?
  ) async throws -> OrderAnswer {
    if let daemon, queue == nil {
      do { return try await daemon.take(order, for: job) } catch is DaemonOrders.Absent {}
    }
    let opened = try queue ?? openQueue()
    queue = opened
    return try await QueueOrders(queue: opened).take(order, for: job)
  }

  private func openQueue() throws -> any ReviewQueue {
    do {
      return try JobsParts.queue(of: folder)
    } catch let error as QueueError where error.code == .inUse {
      throw RunError(
        "\(error.message), and nobody answers at \(folder.socket)",
        remedy: "when the daemon is just starting, try again; otherwise check who may write that socket")
    }
  }
}
