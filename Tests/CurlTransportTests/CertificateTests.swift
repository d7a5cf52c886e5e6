// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

/// Requests to the TLS server of the `openssl` program, with an untrusted certificate.
@Suite(.enabled(if: LoopbackCertificate.canBeMade, "there is no \(LoopbackCertificate.program)"))
struct CertificateTests {
  @Test func `a server is trusted only if its certificate authority is given`() async throws {
    try await withScratchDirectory { folder in
      let certificate = try LoopbackCertificate(in: folder)
      let server = try HelperProgram([
        LoopbackCertificate.program, "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.certificate, "-key",
        certificate.key, "-www",
      ])
      let address = try #require(HTTPAddress("https://127.0.0.1:\(try await port(of: server))/"))
      let request = TransportRequest(HTTPRequest(at: address))
      let trusting = CurlTransport(CurlSettings(certificateAuthorities: certificate.certificate))
      #expect(try await trusting.send(request).head.status == .ok)
      await #expect {
        _ = try await CurlTransport(CurlSettings()).send(request)
      } throws: { ($0 as? TransportError)?.code == .tls }
    }
  }

  /// Waits for the line `ACCEPT 127.0.0.1:PORT`, which the server prints when it listens.
  private func port(of server: HelperProgram) async throws -> Int {
    var line = ""
    while !line.hasPrefix("ACCEPT ") { line = try await server.nextLine() }
    return try #require(line.split(separator: ":").last.flatMap { Int($0) })
  }
}
