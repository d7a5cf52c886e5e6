// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CDispatch
import Foundation
import JobQueue

/// Sends deliveries to an intake, one after the other, and waits until another process has claimed their jobs.
///
/// The processes share only the database and the kernel's clock, which is the source of all times.
struct DeliveryFollowing {
  let count: Int
  let database: PostgresDatabase

  /// - Returns: the times from sending to the claims of the job that announces the review, and of the review itself.
  func measure() throws -> (first: Latencies, review: Latencies) {
    let intake = try ServerProcess([IntakeProcess.command, DeliverySender.secret, database.connection])
    defer { intake.stop() }
    let claimer = try ClaimingProcess.Handle(database)
    defer { claimer.stop() }
    let connection = try DeliveryConnection(port: intake.port)
    var numbers = Numbers(state: 1)
    var (first, review) = (Latencies(), Latencies())
    // The first ten do not count, because they connect and prepare statements.
    for number in 1...count + 10 {
      let message = DeliveryMessage(number)
      // Random, so that deliveries arrive at all phases of the periodic work of the two processes.
      usleep(UInt32(numbers.next(20_000)))
      let start = ClaimingProcess.now
      try connection.send(message, id: "\(number)")
      var jobs = Set(["announce", "review"])
      while !jobs.isEmpty {
        let claim = try claimer.next()
        guard claim.number == number, jobs.remove(claim.kind) != nil else { throw Failure("another job was claimed") }
        guard number > 10 else { continue }
        let time = Duration.nanoseconds(claim.time - start)
        if claim.kind == "announce" { first.add(time) } else { review.add(time) }
      }
    }
    return (first, review)
  }
}

/// A process that claims jobs as soon as it is notified of them, like the daemon's workers: `claim-jobs CONNECTION`.
struct ClaimingProcess {
  static let command = "claim-jobs"

  struct Claim {
    let number: Int
    let kind: String
    /// The value of ``ClaimingProcess/now`` when the claim was returned.
    let time: Int64
  }

  /// The monotonic time in nanoseconds, the same for all processes of a machine.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  let database: PostgresDatabase

  /// Prints a line when it listens, and then one for each claim, until its standard input ends.
  func run() async throws {
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      exit(0)
    }
    let queue = try database.queue()
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    queue.listen { _ in continuation.yield() }
    // The first change is sent when the connection listens.
    var isListening = false
    for await _ in changes {
      if !isListening { try tell("listening") }
      isListening = true
      while let lease = try await queue.claim(by: "benchmark", ClaimScope()) {
        let time = Self.now
        try tell("\(lease.job.pullRequest.number) \(lease.job.kind.rawValue) \(time)")
        _ = try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed"))
      }
    }
  }

  private func tell(_ line: String) throws { try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

  /// The process, as used by the process that starts it.
  final class Handle {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var text = ""

    init(_ database: PostgresDatabase) throws {
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [ClaimingProcess.command, database.connection]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      guard try line() == "listening" else { throw Failure("the claiming process did not start") }
    }

    /// Waits for the next claim.
    func next() throws -> Claim {
      let fields = try line().split(separator: " ").map(String.init)
      guard fields.count == 3, let number = Int(fields[0]), let time = Int64(fields[2]) else {
        throw Failure("not a claim: \(fields)")
      }
      return Claim(number: number, kind: fields[1], time: time)
    }

    func stop() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    private func line() throws -> String {
      while true {
        if let end = text.firstIndex(of: "\n") {
          defer { text = String(text[text.index(after: end)...]) }
          return String(text[..<end])
        }
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { throw Failure("the claiming process ended") }
        text += String(decoding: data, as: UTF8.self)
      }
    }
  }
}
