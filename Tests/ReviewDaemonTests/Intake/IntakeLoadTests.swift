// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewDaemon

/// What a crowd does to the intake, with a queue on disk.
struct IntakeLoadTests {
  @Test func `a thousand copies of a delivery at once are one row and one job`() async throws {
    try await withScratchFolder { folder in
      let queue = try folder.storedQueue()
      try await withIntake(queue) { intake in
        let message = RunningIntake.message(IntakeSamples.pullRequest(bytes: 4_000))
        let (connections, each) = (20, 50)
        let answers = try await withThrowingTaskGroup(of: [PlainClient.Answer].self) { group in
          for _ in 0..<connections {
            group.addTask {
              let client = try intake.client()
              return try (0..<each).map { _ in
                client.send(message)
                return try client.answered()
              }
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answers.count == connections * each)
        #expect(answers.count { $0.status == 202 } == 1)
        #expect(answers.count { $0.status == 200 } == connections * each - 1)
        #expect(Set(answers.map(\.body)) == [#"{"outcome":"queued","job":1}"#])
        #expect(try await queue.jobs(JobFilter()).count == 1)
        let statistics = try await queue.statistics()
        #expect(statistics.deliveries == [.queued: 1])
        #expect(statistics.duplicates == connections * each - 1)
        #expect(intake.server.budget.held == 0)
      }
      try await queue.close()
    }
  }

  @Test func `those who send slowly keep nobody else waiting, and are sent away`() async throws {
    try await withScratchFolder { folder in
      let queue = try folder.storedQueue()
      try await withIntake(
        queue,
        limits: {
          $0.header = .seconds(1)
          $0.request = .seconds(2)
        }
      ) { intake in
        // Half of them never finish their header, the other half never finish their body.
        let slow = try (0..<200).map { number in
          let client = try intake.client()
          let message = RunningIntake.message(IntakeSamples.pullRequest(), id: "slow \(number)")
          client.send(message.prefix(number.isMultiple(of: 2) ? 40 : message.count - 10))
          return client
        }
        let valid = try intake.client()
        for number in 1...50 {
          valid.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
          #expect(try valid.answered().status == 202)
        }
        // A drop now and then does not help: what counts is when the request began.
        for client in slow where !client.send("x") { break }
        for client in slow {
          let answer = try client.answer()
          #expect(answer == nil || answer?.status == 408)
        }
        #expect(try await queue.statistics().deliveries == [.queued: 50])
        try await held(intake, 0)
      }
      try await queue.close()
    }
  }

  @Test(
    .enabled(if: SmallDisk.isPossible, "this test mounts a small disk, which takes root and its capabilities"))
  func `a full disk is no reason to blame the forge, and passes`() async throws {
    try await withScratchFolder { scratch in
      let folder = try scratch.folder("disk")
      let disk = try SmallDisk(at: folder.path, megabytes: 8)
      let queue = try folder.storedQueue()
      let filling = URL(fileURLWithPath: folder.path.appending("filling").string)
      try await withIntake(queue) { intake in
        let client = try intake.client()
        client.send(RunningIntake.message(IntakeSamples.pullRequest(1), id: "1"))
        #expect(try client.answered().status == 202)
        // As much as there is room for, whatever has to fail for it.
        #expect(FileManager.default.createFile(atPath: filling.path, contents: nil))
        let file = try FileHandle(forWritingTo: filling)
        while (try? file.write(contentsOf: Data(repeating: 0, count: 4_096))) != nil {}
        try file.close()
        var refused: PlainClient.Answer?
        var number = 2
        // There may be room left in what the queue already has.
        while refused == nil, number < 10_000 {
          client.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
          let answer = try client.answered()
          if answer.status == 202 { number += 1 } else { refused = answer }
        }
        #expect(refused?.status == 503)
        #expect(refused?.fields["retry-after"] == "10")
        #expect(refused?.body == #"{"error":"the message could not be recorded"}"#)
        try FileManager.default.removeItem(at: filling)
        client.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
        #expect(try client.answered().status == 202)
        #expect(try await queue.statistics().deliveries == [.queued: number])
      }
      try await queue.close()
      withExtendedLifetime(disk) {}
    }
  }

  /// Waits until so many bytes are held: the server gives them back when it notices that a client is gone.
  private func held(_ intake: RunningIntake, _ count: Int) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while intake.server.budget.held != count, ContinuousClock.now < end { await Task.yield() }
    #expect(intake.server.budget.held == count)
  }
}
