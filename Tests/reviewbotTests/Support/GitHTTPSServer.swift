// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A real git server on the loopback interface that speaks https, with a certificate that nobody else knows.
final class GitHTTPSServer {
  struct CannotStart: Error {}

  static let isAvailable = ["/usr/bin/openssl", "/usr/bin/git"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The names that the certificate is for.
  static let names = ["git.example.test", "other.example.test", "localhost"]

  let port: Int
  /// Whoever trusts this file trusts the server.
  let certificate: FilePath
  private let process = Process()
  /// Closing it ends the server, whatever becomes of this process.
  private let life = Pipe()
  private let log: FilePath

  /// - Parameters:
  ///   - repositories: served with what is below.
  ///   - token: opens the repositories; they are open without one.
  init(_ repositories: ScratchFolder, in folder: ScratchFolder, token: String = "") throws {
    certificate = folder.path.appending("certificate.pem")
    log = try folder.write("requests.log", "")
    let key = folder.path.appending("key.pem")
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    maker.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-keyout",
      key.string, "-out", certificate.string, "-subj", "/CN=loopback", "-addext",
      "subjectAltName=" + Self.names.map { "DNS:\($0)" }.joined(separator: ","),
    ]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("GitWorkspaceTests/Fixtures/smart_http.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", script.path, repositories.path.string, log.string, token, certificate.string, key.string,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = life
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw CannotStart() }
    self.port = port
  }

  deinit {
    // Not SIGTERM: the server inherits the blocked signals of the thread that starts it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var processIdentifier: Int32 { process.processIdentifier }

  func url(_ path: String, host: String = names[0]) -> String { "https://\(host):\(port)/\(path)" }

  /// One line for each request: method, path and credential.
  var requests: [String] {
    get throws {
      try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
}
