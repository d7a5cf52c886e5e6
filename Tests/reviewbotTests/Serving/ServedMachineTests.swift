// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// Faults of the machine under the daemon.
  struct ServedMachineTests {
    /// The library that gives a program another time.
    private static let fakeTime = ProcessInfo.processInfo.environment["REVIEWBOT_FAKETIME"]

    @Test(
      .thoroughWithForge,
      .enabled(if: SmallDisk.isPossible, "this test mounts a small disk, which takes root and its capabilities"))
    func `deliveries are rejected while the disk is full and accepted afterwards`() async throws {
      try await withScratchDirectory { place in
        // Fetching requires 256 MiB.
        let disk = try SmallDisk(at: place.path, megabytes: 320)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.path.string)
        var settings = ServiceDirectory.Settings()
        settings.state = disk.path
        try await withService(settings) { forge, service in
          let served = try await service.start()
          try await forge.waitForReviews(of: [1])
          try await service.waitUntilIdle()
          try await service.addHook(to: served)
          #expect(try await served.answer("/readyz", by: forge.transport).status == 200)

          let filling = try DiskFilling(of: place.path)
          let readiness = try await served.answer("/readyz", by: forge.transport)
          #expect(readiness.status == 503)
          #expect(
            readiness.body.contains("only 0 MiB are left on the disk of \(place.path), less than 256"),
            "\(readiness.body)")
          let refused = try #require(try await Self.refusedDelivery(of: forge))
          #expect(refused.rheaders?["Retry-After"].flatMap { Int($0) } ?? 0 > 0)

          try filling.remove()
          #expect(try await served.answer("/readyz", by: forge.transport).status == 200)
          try await forge.emit("pull_request", "synchronize", in: "acme/tiny", guid: refused.guid)
          try await forge.waitForDeliveries()
          #expect(try await forge.deliveries().last.map { "\($0.guid) \($0.code ?? 0)" } == "\(refused.guid) 202")
          let head = try await forge.pushAgain(1)
          try await forge.waitForReviews(of: [1])
          #expect(try await service.waitUntilIdle().contains { $0.head == head.hex && $0.state == "done" })
          #expect(try await served.terminate() == 0)
        }
        _ = consume disk
      }
    }

    @Test(.enabled(if: fakeTime != nil, "REVIEWBOT_FAKETIME is not set to a library of libfaketime"))
    func `jobs still run without delay after the clock is set back by an hour`() async throws {
      let library = try #require(Self.fakeTime)
      var settings = ServiceDirectory.Settings()
      settings.shutdown = "1s"
      try await withService(settings) { forge, service in
        // The library's initialization removes the arguments of a Swift program, unless another program executes it.
        let first = try await service.start(
          environment: ["LD_PRELOAD": library, "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"],
          launcher: "/usr/bin/env")
        // The library leaves its shared memory behind when another program takes over.
        defer {
          for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(first.process)") }
        }
        #expect(try Self.beginning(of: first) > Date().addingTimeInterval(3000))
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: first)
        try await forge.addFault(StandInFault(.slow, match: .init(path: "/tiny(\\.git)?/info/refs"), delay: 600))
        let interrupted = try await forge.pushAgain(1)
        try await forge.wait(for: "a review in progress") {
          $0.pullRequest(1, of: "acme/tiny")?.verdict == "pending"
        }
        #expect(try await first.terminate() == 0)
        // The review may have ended before it fetched, and would leave the fault to the next one.
        try await forge.clearFaults()

        let second = try await service.start()
        try await forge.waitForReviews(of: [1])
        #expect(try await service.waitUntilIdle().contains { $0.head == interrupted.hex && $0.state == "done" })
        try await service.addHook(to: second)
        let pushed = try await forge.pushAgain(1)
        try await forge.waitForReviews(of: [1])
        #expect(try await service.waitUntilIdle().contains { $0.head == pushed.hex && $0.state == "done" })
        #expect(try await forge.violations() == [])
        #expect(try await second.terminate() == 0)
      }
    }

    /// The time of its first log line.
    private static func beginning(of served: ServedProgram) throws -> Date {
      struct Line: Decodable {
        let time: String
      }
      let line = try #require(try served.text.split(separator: "\n").first)
      let time = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).time
      return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
    }

    /// Sends deliveries until one is refused: a file of the queue may have free space inside.
    private static func refusedDelivery(of forge: StandInForge) async throws -> StandInForge.Delivery? {
      for round in 0..<20 {
        for number in 0..<50 {
          try await forge.emit("pull_request", "synchronize", in: "acme/tiny", guid: "full-\(round)-\(number)")
        }
        try await forge.waitForDeliveries()
        if let refused = try await forge.deliveries().first(where: { $0.code == 503 }) { return refused }
      }
      return nil
    }
  }
}
