// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A git server on the loopback interface that requires a password.
final class SmartHTTPServer {
  static let password = "correct-horse"

  static var isAvailable: Bool {
    ["/usr/bin/python3", "/usr/local/bin/python3"].contains { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let port: Int
  private let program: HelperProgram
  private let log: FilePath

  /// Serves the repositories in `folder`.
  ///
  /// - Parameter certificate: a file with a certificate for `localhost` and its key, for HTTPS.
  init(_ folder: ScratchDirectory, logName: String, certificate: FilePath? = nil) throws {
    guard let script = Bundle.module.url(forResource: "smart_http", withExtension: "py", subdirectory: "Fixtures")
    else {
      throw CocoaError(.fileNoSuchFile)
    }
    log = try folder.write(logName, "")
    program = try HelperProgram(
      ["python3", script.path, folder.path.string, log.string, Self.password] + (certificate.map { [$0.string] } ?? []))
    guard let port = Int(try program.line()) else { throw CocoaError(.fileReadUnknown) }
    self.port = port
  }

  /// One line for each request: method, path and credential.
  var requests: [String] {
    get throws {
      try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}
