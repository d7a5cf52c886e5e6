// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewServer

/// The intake under load, with a queue on disk.
struct IntakeLoadTests {
  @Test func `a thousand concurrent copies of a delivery are recorded once`() async throws {
    try await withScratchDirectory { folder in
      let queue = try folder.storedQueue()
      try await withIntake(queue) { intake in
        let message = RunningIntake.message(IntakeSamples.pullRequest(bytes: 4_000))
        let (connections, each) = (20, 50)
        let responses = try await withThrowingTaskGroup(of: [PlainClient.Response].self) { group in
          for _ in 0..<connections {
            group.addTask {
              let client = try await intake.client()
              var responses: [PlainClient.Response] = []
              for _ in 0..<each {
                await client.send(message)
                responses.append(try await client.answered())
              }
              return responses
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(responses.count == connections * each)
        #expect(responses.count { $0.status == 202 } == 1)
        #expect(responses.count { $0.status == 200 } == connections * each - 1)
        #expect(Set(responses.map(\.body)) == [#"{"outcome":"queued","job":1}"#])
        #expect(try await queue.jobs(JobFilter()).map(\.kind) == [.announce, .review])
        let statistics = try await queue.statistics()
        #expect(statistics.deliveries == [.queued: 1])
        #expect(statistics.duplicates == connections * each - 1)
        #expect(intake.server.budget.held == 0)
      }
      try await queue.close()
    }
  }

  /// Half of the clients never finish their header, the other half never finish their body.
  private func slowClients(_ intake: RunningIntake) async throws -> [PlainClient] {
    var clients: [PlainClient] = []
    for number in 0..<200 {
      let client = try await intake.client()
      let message = RunningIntake.message(IntakeSamples.pullRequest(), id: "slow \(number)")
      await client.send(message.prefix(number.isMultiple(of: 2) ? 40 : message.count - 10))
      clients.append(client)
    }
    return clients
  }

  @Test func `slow clients delay no other client`() async throws {
    try await withScratchDirectory { folder in
      let queue = try folder.storedQueue()
      try await withIntake(queue) { intake in
        let slow = try await slowClients(intake)
        try await intake.holds(100 * (IntakeSamples.pullRequest().utf8.count - 10))
        let valid = try await intake.client()
        for number in 1...50 {
          await valid.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
          #expect(try await valid.answered().status == 202)
        }
        #expect(try await queue.statistics().deliveries == [.queued: 50])
        #expect(slow.count == 200)
      }
      try await queue.close()
    }
  }

  /// `RequestGuardTests`, with a simulated time, shows that a byte now and then does not extend the limit.
  @Test func `slow clients are disconnected`() async throws {
    try await withIntake(
      limits: {
        $0.header = .seconds(1)
        $0.request = .seconds(1)
      }
    ) { intake in
      for client in try await slowClients(intake) {
        let response = try await client.answer()
        #expect(response == nil || response?.status == 408)
      }
      try await intake.holds(0)
    }
  }

  @Test(
    .enabled(if: SmallDisk.isPossible, "this test mounts a small disk, which takes root and its capabilities"))
  func `a full disk is answered with 503, and deliveries are accepted again with free space`() async throws {
    try await withScratchDirectory { scratch in
      let folder = try scratch.folder("disk")
      let disk = try SmallDisk(at: folder.path, megabytes: 8)
      let queue = try folder.storedQueue()
      try await withIntake(queue) { intake in
        let client = try await intake.client()
        await client.send(RunningIntake.message(IntakeSamples.pullRequest(1), id: "1"))
        #expect(try await client.answered().status == 202)
        // Fills the disk, so any write can fail.
        let filling = try DiskFilling(of: folder.path)
        var refused: PlainClient.Response?
        var number = 2
        // The files of the queue may have free space left.
        while refused == nil, number < 10_000 {
          await client.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
          let response = try await client.answered()
          if response.status == 202 { number += 1 } else { refused = response }
        }
        #expect(refused?.status == 503)
        #expect(refused?.fields["retry-after"] == "10")
        #expect(refused?.body == #"{"error":"the delivery could not be recorded"}"#)
        try filling.remove()
        await client.send(RunningIntake.message(IntakeSamples.pullRequest(number), id: "\(number)"))
        #expect(try await client.answered().status == 202)
        #expect(try await queue.statistics().deliveries == [.queued: number])
      }
      try await queue.close()
      withExtendedLifetime(disk) {}
    }
  }
}
