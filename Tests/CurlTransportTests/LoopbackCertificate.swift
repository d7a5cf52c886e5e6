// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// An untrusted certificate for 127.0.0.1, created with the `openssl` program.
struct LoopbackCertificate {
  static let program = "/usr/bin/openssl"
  static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// Paths of files in PEM.
  let certificate: String
  let key: String

  init(in folder: ScratchDirectory) throws {
    certificate = folder.path.appending("certificate.pem").string
    key = folder.path.appending("key.pem").string
    try FinishedCommand.output(
      of: [
        Self.program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
        "2",
        "-keyout", key, "-out", certificate, "-subj", "/CN=loopback", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
  }
}
