// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A real git server on the loopback interface with HTTPS and an untrusted certificate.
final class GitHTTPSServer {
  struct CannotStart: Error {}

  static let isAvailable = ["/usr/bin/openssl", "/usr/bin/git", "/usr/bin/python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The names that the certificate is for.
  static let names = ["git.example.test", "other.example.test", "localhost"]

  let port: Int
  /// A client that trusts this file trusts the server.
  let certificate: FilePath
  private let program: HelperProgram
  private let log: FilePath

  /// - Parameters:
  ///   - repositories: the folder to serve, with its contents.
  ///   - token: the token for the repositories; empty for public repositories.
  init(_ repositories: ScratchDirectory, in folder: ScratchDirectory, token: String = "") throws {
    certificate = folder.path.appending("certificate.pem")
    log = try folder.write("requests.log", "")
    let key = folder.path.appending("key.pem")
    try FinishedCommand.output(of: [
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-keyout",
      key.string, "-out", certificate.string, "-subj", "/CN=loopback", "-addext",
      "subjectAltName=" + Self.names.map { "DNS:\($0)" }.joined(separator: ","),
    ])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("GitTests/Fixtures/smart_http.py")
    program = try HelperProgram([
      "python3", script.path, repositories.path.string, log.string, token, certificate.string, key.string,
    ])
    guard let port = Int(try program.line()) else { throw CannotStart() }
    self.port = port
  }

  var processIdentifier: Int32 { program.process }

  func url(_ path: String, host: String = names[0]) -> String { "https://\(host):\(port)/\(path)" }

  /// One line for each request: method, path and credential.
  var requests: [String] {
    get throws {
      try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
}
