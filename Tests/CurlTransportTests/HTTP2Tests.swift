// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
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
      // Short, so that old versions of libcurl can be trusted with them too.
      let text = "0123456789"
      for number in 0..<20 { try files.write("\(number)", "\(number) \(text)") }
      let journal = Journal(path: try folder.write("journal", ""))
      let output = try FileDescriptor.open(journal.path, .writeOnly, options: .closeOnExec)
      defer { try? output.close() }
      let port = try await freePort()
      let server = try PlainChild(
        [
          try #require(HTTP2Server.program), "--verbose", "-a", "127.0.0.1", "-d", files.path.string, "\(port)",
          certificate.key, certificate.certificate,
        ],
        output: .descriptor(output), errors: .nothing)
      defer { server.end() }
      try await journal.wait { $0.contains("listen 127.0.0.1") }

      let transport = CurlTransport(CurlSettings(allowsHTTP2: true, certificateAuthorities: certificate.certificate))
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
      let frames = try journal.text.split(separator: "\n").filter { $0.contains("recv HEADERS") }
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

/// What a program has printed to a file. A pipe would hold the program up when it is not emptied in time.
private struct Journal {
  let path: FilePath

  var text: String {
    get throws { try String(contentsOfFile: path.string, encoding: .utf8) }
  }

  /// Waits until the condition holds. The file is all that there is to look at.
  func wait(until condition: (String) -> Bool) async throws {
    for _ in 0..<1000 where try !condition(text) { try await Task.sleep(for: .milliseconds(20)) }
    try #require(try condition(text))
  }
}
