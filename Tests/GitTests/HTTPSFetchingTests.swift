// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

@Suite(
  .enabled(
    if: SmartHTTPServer.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
    "the server of these tests needs python3 and openssl"))
struct HTTPSFetchingTests {
  /// Creates a self-signed certificate for `localhost`, with its key in the same file.
  private func makeCertificate(in folder: ScratchDirectory) throws -> FilePath {
    let file = folder.path.appending("localhost.pem")
    let certificate = Data(
      try FinishedCommand.output(
        of: ["/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
          + ["-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
          + ["-keyout", file.string, "-out", "-"]
      ).utf8)
    let key = try Data(contentsOf: URL(fileURLWithPath: file.string))
    try (key + certificate).write(to: URL(fileURLWithPath: file.string))
    try certificate.write(to: URL(fileURLWithPath: folder.path.appending("authority.pem").string))
    return file
  }

  private func review(
    _ repository: ReviewedRepository, url: String, certificates: FilePath?
  ) async throws -> Workspace {
    let settings = GitWorkspaceSettings(
      mirrors: repository.home.path.appending("mirrors"), workspaces: repository.home.path.appending("runs"),
      credential: GitCredential(token: Secret(SmartHTTPServer.password), for: .local), certificates: certificates)
    return try await GitWorkspaceProvider(settings).checkOut(repository.pullRequest(url: url)) { _ in }
  }

  /// A single test, because libgit2 keeps the certificate authorities for the whole process.
  @Test func `sends its token only to a server with a trusted certificate`() async throws {
    try await withScratchDirectory { folder in
      try await withReviewedRepository { repository in
        try repository.fixture.git(
          "clone", "--quiet", "--mirror", repository.fixture.folder.path.string,
          folder.path.appending("shapes.git").string)
        let server = try SmartHTTPServer(folder, logName: "log", certificate: makeCertificate(in: folder))
        let url = "https://localhost:\(server.port)/shapes.git"
        let error = await failure { try await review(repository, url: url, certificates: nil) }
        #expect(error?.code == .unreachable)
        #expect(error?.remedy == "set SSL_CERT_FILE to its certificate authority, if you trust the server")
        #expect(try server.requests == [])

        let authority = folder.path.appending("authority.pem")
        let workspace = try await review(repository, url: url, certificates: authority)
        #expect(workspace.changes.files.map(\.path) == ["b.swift"])

        // A fetch that trusts the system's authorities, here a file that could not be read, does not replace it.
        try GitLibrary.start(system: folder.path.appending("missing.pem"))

        // The certificate is for another name.
        let wrong = await failure {
          try await review(repository, url: "https://127.0.0.1:\(server.port)/shapes.git", certificates: authority)
        }
        #expect(wrong?.code == .unreachable, "\(wrong?.description ?? "")")
      }
    }
  }
}
