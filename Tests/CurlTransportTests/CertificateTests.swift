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
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "there is no /usr/bin/openssl"))
struct CertificateTests {
  @Test func `trusts the certificate authority that it was given, and no stranger`() async throws {
    try await withScratchFolder { folder in
      let certificate = folder.path.appending("certificate.pem").string
      let key = folder.path.appending("key.pem").string
      let maker = try openssl([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-keyout", key, "-out", certificate, "-subj", "/CN=loopback", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
      maker.waitUntilExit()
      let output = Pipe()
      let server = try openssl(
        ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"], output: output)
      defer {
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
      }
      let address = try #require(HTTPAddress("https://127.0.0.1:\(try port(in: output))/"))
      let request = TransportRequest(HTTPRequest(at: address))
      let trusting = CurlTransport(CurlSettings(certificateAuthorities: certificate))
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

  private func openssl(_ arguments: [String], output: Pipe? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardInput = Pipe()
    if let output { process.standardOutput = output } else { process.standardOutput = FileHandle.nullDevice }
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
