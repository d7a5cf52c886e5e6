// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

@testable import CurlTransport

/// Many transfers at the same time, of which some are cancelled.
struct CrowdTests {
  @Test func `cancelling some of many transfers does not affect the others`() async throws {
    try await withLoopbackServer { request in
      // Every third response would never end.
      request.target.hasSuffix("0") ? .silent : .text(request.target)
    } body: { (server) async throws in
      // No timeout ends the endless transfers.
      let transport = CurlTransport(
        CurlSettings(totalTimeout: .seconds(86_400), idleTimeout: .seconds(86_400), connectionsPerHost: 100))
      let tasks = try (0..<90).map { number in
        let url = "\(server.url)/\(number)-\(number % 3)"
        let request = TransportRequest(HTTPRequest(at: try #require(HTTPAddress(url))))
        return Task { try await transport.send(request).body }
      }
      // All endless transfers are in flight, so each cancellation ends a transfer.
      await server.wait { $0.requests.count { $0.target.hasSuffix("0") } == 30 }
      for (number, task) in tasks.enumerated() where number % 3 == 0 { task.cancel() }
      for (number, task) in tasks.enumerated() where number % 3 == 0 {
        await #expect(throws: TransportError(.cancelled, "the request was cancelled")) { try await task.value }
      }
      for (number, task) in tasks.enumerated() where number % 3 != 0 {
        #expect(try await task.value == Data("/\(number)-\(number % 3)".utf8))
      }
      // The connections are also closed for the server.
      await server.wait { $0.closed.count >= 30 }
    }
  }

  @Test func `cancellations at any moment only end the cancelled transfers`() async throws {
    try await withLoopbackServer {
      .text($0.target)
    } body: { (server) async throws in
      let transport = CurlTransport(CurlSettings())
      let url = try #require(HTTPAddress(server.url))
      let tasks = (0..<300).map { number in
        Task {
          let task = Task { try await transport.send(TransportRequest(HTTPRequest(at: url))).head.status.code }
          // Varies the moments of the cancellations. Nothing waits for this.
          for _ in 0..<number { await Task.yield() }
          if number % 2 == 0 { task.cancel() }
          return await task.result
        }
      }
      for (number, task) in tasks.enumerated() {
        switch await task.value {
        case .success(let status): #expect(status == 200)
        case .failure(let error):
          #expect(number % 2 == 0)
          #expect((error as? TransportError)?.code == .cancelled)
        }
      }
      #expect(try await transport.send(TransportRequest(HTTPRequest(at: url))).head.status == .ok)
    }
  }
}
