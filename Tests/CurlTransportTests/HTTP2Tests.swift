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

/// Requests to `nghttpd`, which supports only HTTP/2 and prints the frames that it receives.
@Suite(
  .enabled(
    if: HTTP2Server.program != nil && LoopbackCertificate.canBeMade,
    "there is no nghttpd (package nghttp2-server) or no openssl"))
struct HTTP2Tests {
  @Test func `concurrent requests share one connection`() async throws {
    try await withScratchDirectory { folder in
      let certificate = try LoopbackCertificate(in: folder)
      let files = try folder.folder("files")
      // Short, so that old versions of libcurl are reliable as well.
      let text = "0123456789"
      for number in 0..<20 { try files.write("\(number)", "\(number) \(text)") }
      let (server, lines, port) = try await start(files.path, certificate)
      let transport = CurlTransport(CurlSettings(allowsHTTP2: true, certificateAuthorities: certificate.certificate))
      try await withThrowingTaskGroup(of: (Int, TransportResponse).self) { group in
        for number in 0..<20 {
          let address = try #require(HTTPAddress("https://127.0.0.1:\(port)/\(number)"))
          group.addTask { (number, try await transport.send(TransportRequest(HTTPRequest(at: address)))) }
        }
        for try await (number, response) in group {
          #expect(response.head.status == .ok)
          #expect(response.body == Data("\(number) \(text)".utf8))
        }
      }
      // Each connection has a number, which precedes each frame that it received.
      _ = try await lines.wait { $0.count { $0.contains("recv HEADERS") } >= 20 }
      server.end()
      // The output is complete.
      _ = try await lines.wait { _ in false }
      let frames = lines.all.filter { $0.contains("recv HEADERS") }
      #expect(Set(frames.compactMap { $0.split(separator: "]").first.map(String.init) }) == ["[id=1"])
      #expect(frames.count == 20)
    }
  }

  /// Starts a server on a separate port. It cannot report a port that the system assigns, so a port that was free a
  /// moment ago is tried, and another one if a different process has taken it.
  private func start(
    _ folder: FilePath, _ certificate: LoopbackCertificate
  ) async throws -> (server: HelperProgram, lines: PrintedLines, port: Int) {
    for _ in 0..<100 {
      let port = try await withLoopbackServer { _ in
        .silent
      } body: {
        $0.port
      }
      let server = try HelperProgram([
        try #require(HTTP2Server.program), "--verbose", "-a", "127.0.0.1", "-d", folder.string, "\(port)",
        certificate.key, certificate.certificate,
      ])
      let lines = PrintedLines(of: server)
      if try await lines.wait(until: { $0.contains { $0.contains("listen 127.0.0.1") } }) {
        return (server, lines, port)
      }
    }
    throw CocoaError(.executableLoad)
  }
}
