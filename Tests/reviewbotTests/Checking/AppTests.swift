// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CryptoExtras
import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// As a GitHub App, against a stand-in for GitHub whose repository is private. Its pull request 2 does not build.
  struct AppTests {
    private func check(
      _ forge: StandInForge, by program: BuiltProgram, id: String = "4242", key: String? = nil
    ) async throws -> BuiltProgram.Outcome {
      try await program.run(
        ["check", "--pr", "2", "--repo", "acme/shapes", "--output", "report", "--app-id", id, "--sandbox", "none"],
        environment: [
          "GITHUB_API_URL": forge.url, "GITHUB_SERVER_URL": forge.url,
          "REVIEWBOT_APP_KEY_FILE": key ?? forge.world.appending("app.private-key.pem").string,
        ])
    }

    @Test(.thoroughWithForge) func `an app fetches and publishes with its own tokens and stores no secret`()
      async throws
    {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          // The check run of the pending status is the one that is updated.
          for (outcomes, limit, writes) in [(("created", "updated"), 13, 5), (("unchanged", "updated"), 11, 4)] {
            let outcome = try await check(forge, by: program)
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.output.contains("\ncomment: \(outcomes.0)"), "\(outcome.output)")
            #expect(outcome.output.contains("\ncheck run: \(outcomes.1)"), "\(outcome.output)")
            let methods = try await forge.methods(withProgress: false)
            #expect(methods.count <= limit, "\(methods)")
            #expect(methods.count { $0 != "GET" } == writes, "\(methods)")
          }
          #expect(try await forge.comments(2) == [folder.text("report/report.md")])
          #expect(try await forge.violations() == [])
          #expect(try Self.filesWithSecrets(in: folder, forge) == [])
        }
      }
    }

    @Test func `an unknown app and an unusable key are each reported in one message`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          func complaint(id: String = "4242", key: String?) async throws -> String {
            let outcome = try await check(forge, by: program, id: id, key: key)
            #expect(outcome.complaints.count == 1)
            return "\(outcome.status) \(outcome.complaints.first ?? "")".replacing(folder.path.string, with: "FOLDER")
          }
          #expect(
            try await complaint(id: "7", key: nil)
              == "3 reviewbot: GitHub has no app 7: GitHub answered 404: Integration not found; "
              + "check its id, or its client id")
          let other = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
          #expect(
            try await complaint(key: folder.write("other", other).string)
              .hasPrefix("3 reviewbot: GitHub rejects the signature of app 4242: GitHub answered 401: "))
          let broken = "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n"
          #expect(
            try await complaint(key: folder.write("broken", broken).string)
              == "3 reviewbot: cannot sign as app 4242 with the private key; give the PEM file that GitHub made for the app"
          )
          #expect(
            try await complaint(key: folder.write("token", "ghp_x").string)
              == "2 reviewbot: the key file \"FOLDER/token\" does not contain a private key in PEM; "
              + "give the file that GitHub generated for the app")
          #expect(try await forge.comments(2) == [])
        }
      }
    }

    /// The files that contain a token that GitHub made for the app, or a line of its key.
    private static func filesWithSecrets(in folder: ScratchDirectory, _ forge: StandInForge) throws -> [String] {
      let key = try String(contentsOfFile: forge.world.appending("app.private-key.pem").string, encoding: .utf8)
      let line = try #require(key.split(separator: "\n").dropFirst().first)
      var found: [String] = []
      var count = 0
      for case let name as String in FileManager.default.enumerator(atPath: folder.path.string) ?? .init() {
        guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)") else { continue }
        count += 1
        for secret in ["ghs_", String(line)] where data.range(of: Data(secret.utf8)) != nil { found.append(name) }
      }
      #expect(count > 10)
      return found
    }
  }
}
