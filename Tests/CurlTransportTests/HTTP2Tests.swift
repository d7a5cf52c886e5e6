// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

enum HTTP2Server {
  static let program = ["/usr/sbin/nghttpd", "/usr/bin/nghttpd", "/usr/local/bin/nghttpd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Against `nghttpd`, which speaks nothing but HTTP/2 and says what it received.
@Suite(
  .enabled(
    if: HTTP2Server.program != nil && LoopbackCertificate.canBeMade,
    "there is no nghttpd (package nghttp2-server) or no openssl"))
struct HTTP2Tests {
  @Test func `carries requests at the same time over one connection`() async throws {
    try await withScratchFolder { folder in
      let certificate = try LoopbackCertificate(in: folder)
      let files = try folder.folder("files")
      let text = String(repeating: "0123456789", count: 10_000)
      for number in 0..<20 { try files.write("\(number)", "\(number) \(text)") }
      let output = Pipe()
      let port = try await freePort()
      let server = try startServer(
        try #require(HTTP2Server.program),
        ["--verbose", "-a", "127.0.0.1", "-d", files.path.string, "\(port)", certificate.key, certificate.certificate],
        output: output)
      defer {
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
      }
      let journal = Journal(output)
      try await journal.wait { $0.contains("listen 127.0.0.1") }

      let transport = CurlTransport(CurlSettings(certificateAuthorities: certificate.certificate))
      try await withThrowingTaskGroup(of: (Int, TransportResponse).self) { group in
        for number in 0..<20 {
          let address = try #require(HTTPAddress("https://127.0.0.1:\(port)/\(number)"))
          group.addTask { (number, try await transport.send(TransportRequest(HTTPRequest(at: address)))) }
        }
        for try await (number, response) in group {
          #expect(response.head.status == .ok)
          #expect(try await response.body.collected() == Data("\(number) \(text)".utf8))
        }
      }
      // Each connection has a number, which stands before each frame that it received.
      try await journal.wait { $0.components(separatedBy: "recv HEADERS").count > 20 }
      let frames = await journal.text.split(separator: "\n").filter { $0.contains("recv HEADERS") }
      #expect(Set(frames.compactMap { $0.split(separator: "]").first.map(String.init) }) == ["[id=1"])
      #expect(frames.count == 20)
    }
  }

  /// A port that nobody listened on a moment ago; the program cannot say which one the system gave it.
  private func freePort() async throws -> Int {
    try await withLoopbackServer { _ in
      .silent
    } body: {
      $0.port
    }
  }
}

/// What a program has printed.
private actor Journal {
  private(set) var text = ""
  private let lines: AsyncStream<String>

  init(_ output: Pipe) {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    self.lines = lines
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        continuation.finish()
      } else {
        continuation.yield(String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Reads on until the condition holds.
  func wait(until condition: (String) -> Bool) async throws {
    if condition(text) { return }
    for await piece in lines {
      text += piece
      if condition(text) { return }
    }
    Issue.record("the program ended: \(text)")
  }
}
