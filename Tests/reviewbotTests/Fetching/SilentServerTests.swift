// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct SilentServerTests {
  /// Only a separate process can be ended while libgit2 waits for a response.
  @Test func `fetching from a server that never responds times out and closes the connection`() async throws {
    try await withScratchDirectory { folder in
      let server = try SilentServer()
      let program = try BuiltProgram(in: folder)
      let outcome = try await program.run(
        [
          "check", "--pr", "1", "--repo", "http://127.0.0.1:\(server.port)/acme/shapes", "--forge", "local",
          "--sandbox",
          "none",
        ],
        environment: ["REVIEWBOT_FETCH_LIMIT": "1s"])
      #expect(outcome.status == 3)
      #expect(
        outcome.complaints == [
          "reviewbot: fetching timed out after 1 s; check the network and the server, then try again"
        ], "\(outcome.errors)")
      // The connection's other end is gone with the process.
      #expect(try server.readToEnd())
    }
  }

  @Test func `an invalid time limit for fetching is rejected`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(
        ["check", "--pr", "1", "--repo", folder.path.string], environment: ["REVIEWBOT_FETCH_LIMIT": "soon"])
      #expect(outcome.status == 2)
      #expect(
        outcome.complaints == [
          "reviewbot: REVIEWBOT_FETCH_LIMIT is not a duration; set it to 1s to 1d, such as 90s, 10m or 1h"
        ])
    }
  }
}

/// A server that accepts connections and never responds.
private final class SilentServer {
  let port: Int
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 4) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isListening else { throw LoopbackSSHServer.Failure(description: String(cString: strerror(errno))) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(listener) }

  /// Whether a client connected, sent a request and closed the connection.
  func readToEnd() throws -> Bool {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return false }
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var total = 0
    while true {
      let count = recv(connection, &bytes, bytes.count, 0)
      if count <= 0 { return total > 0 && (count == 0 || errno == ECONNRESET) }
      total += count
    }
  }
}
