// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import Testing

extension ServedEndToEnd {
  /// Deliveries that come too often, in the wrong order, or never.
  struct ServedStormTests {
    @Test func `a delivery that is sent two hundred times creates one job`() async throws {
      try await withService { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: [1])
        // Pushed before any webhook is delivered.
        let head = try await forge.pushAgain(1)
        try await service.addHook(to: served)
        try await forge.emit("pull_request", "synchronize", in: "acme/tiny", copies: 200, guid: "storm")
        try await forge.waitForReviews(of: [1])
        try await forge.waitForDeliveries()
        let sent = try await forge.deliveries().filter { $0.guid == "storm" }
        #expect(sent.count == 200)
        #expect(sent.allSatisfy { $0.code == 200 || $0.code == 202 })
        #expect(sent.count { $0.code == 202 } == 1)
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.map(\.state) == ["done", "done"])
        #expect(jobs.first?.head == head.hex)
        #expect(try await forge.pullRequest(1, of: "acme/tiny").reviews.count == 1)
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `duplicate and reordered deliveries are harmless`() async throws {
      try await withService(of: TinyRepository(content: .noPackage, pullRequests: 3)) { forge, service in
        let served = try await service.start()
        try await forge.waitForReviews(of: 1...3)
        try await service.addHook(to: served)
        try await forge.webhookFault(duplicate: 2, reorder: true)
        for number in 1...3 { try await forge.pushAgain(number) }
        try await forge.setPull(3, "closed", in: "acme/tiny")
        try await forge.setPull(3, "reopened", in: "acme/tiny")
        for number in 1...3 { try await forge.pushAgain(number) }
        try await forge.waitForDeliveries()
        try await forge.waitForReviews(of: 1...3)
        try await service.waitUntilIdle()
        let shown = try await forge.waitForReviews(of: 1...3)
        #expect(shown.map(\.verdict) == ["error", "error", "error"])
        #expect(try await forge.deliveries().allSatisfy { $0.code == 200 || $0.code == 202 })
        #expect(try await forge.violations() == [])
        #expect(try await served.terminate() == 0)
      }
    }

    @Test(.thoroughWithForge) func `a push whose delivery was lost is reviewed after a restart`() async throws {
      let numbers = 1...6
      try await withService(of: TinyRepository(content: .noPackage, pullRequests: 6)) { forge, service in
        let first = try await service.start()
        try await forge.waitForReviews(of: numbers)
        try await service.addHook(to: first)
        try await forge.webhookFault(drop: 1)
        let lost = try await forge.pushAgain(1)
        try await forge.webhookFault(drop: 0.3)
        for number in numbers.dropFirst() { try await forge.pushAgain(number) }
        try await forge.waitForDeliveries()
        try await service.waitUntilIdle()
        #expect(try await service.allJobs().allSatisfy { $0.head != lost.hex })
        #expect(try await first.terminate() == 0)

        let second = try await service.start()
        try await forge.waitForReviews(of: numbers)
        let jobs = try await service.waitUntilIdle()
        #expect(jobs.contains { $0.head == lost.hex && $0.state == "done" })
        #expect(try await forge.violations() == [])
        #expect(try await second.terminate() == 0)
      }
    }
  }
}
