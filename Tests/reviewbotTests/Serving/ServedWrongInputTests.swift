// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

/// Errors of an operator before the daemon starts.
struct ServedWrongInputTests {
  private static let secret = "a-secret-of-webhooks-0123456789"

  /// A file for one GitHub repository, with FOLDER in place of the scratch folder.
  static let file = """
    version: 1
    listen: 127.0.0.1:0
    state: FOLDER/state
    forges:
      - kind: github
        webhook_secrets: [FOLDER/webhook-secret]
        token: FOLDER/token
        repositories: [acme/tiny]
    sandbox: {backend: none}

    """

  /// Runs it with a file, and returns its status and output, with the scratch folder replaced by `FOLDER`.
  private func serve(
    _ text: String = file, _ arguments: [String] = [], prepare: (ScratchDirectory) throws -> Void = { _ in }
  ) async throws -> String {
    try await withScratchDirectory { folder in
      try folder.write("server.yml", text.replacing("FOLDER", with: folder.path.string))
      try ServiceDirectory.writeSecret("webhook-secret", Self.secret, in: folder)
      try ServiceDirectory.writeSecret("token", "ghp_aTokenOfTheOperator", in: folder)
      try prepare(folder)
      let outcome = try await BuiltProgram(in: folder).run(
        ["serve", "--config", folder.path.appending("server.yml").string] + arguments)
      #expect(!outcome.errors.contains(Self.secret) && !outcome.errors.contains("ghp_aTokenOfTheOperator"))
      return "\(outcome.status) \(outcome.output)\(outcome.errors)".replacing(folder.path.string, with: "FOLDER")
    }
  }

  @Test func `a valid file passes --check`() async throws {
    #expect(try await serve(Self.file, ["--check"]) == "0 FOLDER/server.yml: valid\n")
  }

  @Test func `a queue in a file requires one process with all roles`() async throws {
    #expect(
      try await serve(Self.file, ["--role", "intake,worker"]) == """
        2 reviewbot: --role leaves out keeper, and no other process can use a queue in a file; name a database with the key \
        queue, or leave out --role

        """)
    #expect(
      try await serve(Self.file, ["--role", "worker,intake,keeper", "--check"]) == "0 FOLDER/server.yml: valid\n")
    for roles in ["", "intake,", "intake,builder"] {
      let said = try await serve(Self.file, ["--role", roles])
      #expect(said.hasPrefix("2 reviewbot: "), "\(said)")
      #expect(said.contains("--role"), "\(said)")
    }
  }

  @Test func `invalid labels, and labels without the role worker, are rejected`() async throws {
    for labels in ["", "large,", "Large", "a b"] {
      let said = try await serve(Self.file, ["--labels", labels])
      #expect(said.hasPrefix("2 reviewbot: "), "\(said)")
      #expect(said.contains("--labels"), "\(said)")
    }
    guard PostgresQueueAssembly.isAvailable else { return }
    let file = Self.file + "queue: {connection: host=/nowhere dbname=q}\n"
    #expect(
      try await serve(file, ["--role", "intake,keeper", "--labels", "large"]) == """
        2 reviewbot: --labels has no effect without the role worker; add worker to --role, or leave it out

        """)
  }

  @Test(arguments: [[], ["--check"]])
  func `a missing configuration file is named`(arguments: [String]) async throws {
    let said = try await serve(Self.file, arguments) { folder in
      try FileManager.default.removeItem(atPath: folder.path.appending("server.yml").string)
    }
    #expect(
      said == "2 reviewbot: FOLDER/server.yml: the file cannot be read: No such file or directory; "
        + "create it, or correct the path\n")
  }

  @Test(arguments: [[], ["--check"]])
  func `a rejected connection string is reported with its line and not shown`(arguments: [String]) async throws {
    for connection in ["postgresql://ada:hunter2@db/q", "host=db password=hunter2 dbname=q", "hunter2", "user=hunter2"]
    {
      let said = try await serve(Self.file + "queue: {connection: \"\(connection)\"}\n", arguments)
      #expect(said.hasPrefix("2 reviewbot: FOLDER/server.yml:10:21: queue: "), "\(said)")
      #expect(said.contains("; ") && !said.contains("hunter2"), "\(said)")
    }
  }

  @Test(.enabled(if: !PostgresQueueAssembly.isAvailable, "this build has PostgreSQL"), arguments: [[], ["--check"]])
  func `a build without PostgreSQL rejects a database queue with a remedy`(arguments: [String]) async throws {
    let said = try await serve(Self.file + "queue: {connection: host=/nowhere dbname=q}\n", arguments)
    #expect(
      said == "2 reviewbot: FOLDER/server.yml:10:21: queue: this reviewbot was built without PostgreSQL; "
        + "remove the key queue, or build with libpq-dev and --traits PostgreSQL\n")
  }

  @Test func `a database password file with a mode wider than 640 is rejected`() async throws {
    let file = Self.file + "queue: {connection: host=/nowhere dbname=q, password_file: FOLDER/password}\n"
    for (mode, isFit) in [(0o600, true), (0o640, true), (0o660, false), (0o644, false)] {
      let said = try await serve(file, ["--check"]) { folder in
        try ServiceDirectory.writeSecret("password", "hunter2 of the database", in: folder)
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: folder.path.appending("password").string)
      }
      guard PostgresQueueAssembly.isAvailable || !isFit else { continue }
      #expect(said.hasPrefix(isFit ? "0 " : "2 reviewbot: FOLDER/server.yml:10:"), "\(said)")
      #expect(said.contains("chmod 640 FOLDER/password") != isFit && !said.contains("hunter2"), "\(said)")
    }
  }

  @Test(arguments: [[], ["--check"]])
  func `an unknown key is named with its line`(arguments: [String]) async throws {
    let said = try await serve(Self.file + "workrs: 3\n", arguments)
    #expect(said.hasPrefix("2 reviewbot: FOLDER/server.yml:10:1: "), "\(said)")
    #expect(said.contains("workrs") && said.contains("; "), "\(said)")
    #expect(said.count { $0 == "\n" } == 1)
  }

  @Test(arguments: [[], ["--check"]])
  func `a webhook secret that is too short is rejected`(arguments: [String]) async throws {
    let said = try await serve(Self.file, arguments) { folder in
      try ServiceDirectory.writeSecret("webhook-secret", "short", in: folder)
    }
    #expect(
      said == "2 reviewbot: FOLDER/server.yml:6:23: forges: github: the file of the webhook secret, "
        + "FOLDER/webhook-secret, contains 5 bytes, fewer than 16; "
        + "generate a secret, for example with openssl rand -hex 32, and set it on the forge, too\n")
  }

  @Test(arguments: [[], ["--check"]])
  func `a token file that other users can read is rejected`(arguments: [String]) async throws {
    let said = try await serve(Self.file, arguments) { folder in
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: folder.path.appending("token").string)
    }
    #expect(
      said == "2 reviewbot: FOLDER/server.yml:7:12: forges: github: the file of the token, FOLDER/token, "
        + "is accessible to other users: its mode is 644; "
        + "chmod 600 FOLDER/token, and rotate the secret if it may have been read\n")
  }

  @Test func `a port that is in use is reported`() async throws {
    try await withLoopbackServer { _ in
      .text("")
    } body: { server in
      let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
      let said = try await serve(Self.file.replacing("127.0.0.1:0", with: "127.0.0.1:\(port)"))
      #expect(said.hasPrefix("3 "), "\(said)")
      let complaints = said.split(separator: "\n").filter { $0.hasPrefix("reviewbot: ") }
      #expect(complaints.count == 1, "\(said)")
      #expect(complaints.first?.hasPrefix("reviewbot: cannot listen at 127.0.0.1:\(port): ") == true, "\(said)")
      #expect(complaints.first?.hasSuffix("; choose an address of this host and a free port") == true)
    }
  }

  @Test func `a state folder that other users can access is rejected`() async throws {
    let said = try await serve { folder in
      let state = try folder.folder("state").path.string
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state)
    }
    #expect(said.hasPrefix("3 "), "\(said)")
    #expect(
      said.hasSuffix(
        "reviewbot: cannot create the control socket in FOLDER/state: other users have access to the directory; "
          + "make the daemon's user its owner, and run chmod 700 on it\n"), "\(said)")
  }

  @Test func `serve requires --config`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["serve"])
      #expect(outcome.status == 2)
      #expect(outcome.complaints.count == 1)
      #expect(outcome.errors.contains("--config"))
    }
  }
}
