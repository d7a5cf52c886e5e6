// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Certificates and access rules of a PostgreSQL server with TLS.
package struct PostgresTLS {
  /// The name in the server's certificate.
  package static let name = "db.example.com"

  package static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  static let settings = [
    "ssl=on", "ssl_cert_file=server.crt", "ssl_key_file=server.key",
  ]

  let folder: String
  /// The server's user; `nil` for the user of this process.
  let user: UInt32?
  /// The address of the server and its clients.
  let address: String

  /// The path of the certificate with which clients verify the server.
  package static func authority(of server: PostgresServer) -> String { "\(server.folder)/authority.crt" }
  /// The path of a certificate of another authority with the same name.
  package static func otherAuthority(of server: PostgresServer) -> String { "\(server.folder)/other.crt" }

  func prepare() throws {
    try makeCertificate("\(folder)/data/server.key", "\(folder)/data/server.crt")
    try FileManager.default.copyItem(
      atPath: "\(folder)/data/server.crt", toPath: "\(folder)/authority.crt")
    try makeCertificate("\(folder)/other.key", "\(folder)/other.crt")
    let rules = """
      local all reviewbot trust
      hostssl all reviewbot \(address)/30 trust
      hostssl all all \(address)/30 scram-sha-256
      """
    try Data((rules + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/data/pg_hba.conf"))
    // The server refuses a key that other users can read.
    for file in ["server.key", "server.crt", "pg_hba.conf"] {
      chmod("\(folder)/data/\(file)", 0o600)
      if let user { chown("\(folder)/data/\(file)", user, user) }
    }
  }

  private func makeCertificate(_ key: String, _ certificate: String) throws {
    try FinishedCommand.output(of: [
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-keyout", key, "-out", certificate, "-subj", "/CN=\(Self.name)", "-addext",
      "subjectAltName=DNS:\(Self.name)",
    ])
  }
}
