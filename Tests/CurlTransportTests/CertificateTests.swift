// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

/// Against the TLS server of the `openssl` program, with a certificate that nobody knows.
@Suite(.enabled(if: LoopbackCertificate.canBeMade, "there is no \(LoopbackCertificate.program)"))
struct CertificateTests {
  @Test func `trusts the certificate authority that it was given, and no stranger`() async throws {
    try await withScratchFolder { folder in
      let certificate = try LoopbackCertificate(in: folder)
      let output = Pipe()
      let server = try startServer(
        LoopbackCertificate.program,
        [
          "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.certificate, "-key", certificate.key, "-www",
        ], output: output)
      defer {
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
      }
      let address = try #require(HTTPAddress("https://127.0.0.1:\(try port(in: output))/"))
      let request = TransportRequest(HTTPRequest(at: address))
      let trusting = CurlTransport(CurlSettings(certificateAuthorities: certificate.certificate))
      #expect(try await trusting.send(request).head.status == .ok)
      await #expect {
        _ = try await CurlTransport(CurlSettings()).send(request)
      } throws: { ($0 as? TransportError)?.code == .tls }
    }
  }

  /// The server says `ACCEPT 127.0.0.1:PORT` when it listens.
  private func port(in output: Pipe) throws -> Int {
    var text = ""
    while !text.contains("\n") || !text.contains("ACCEPT ") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "openssl ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    return try #require(line?.split(separator: ":").last.flatMap { Int($0) })
  }
}
