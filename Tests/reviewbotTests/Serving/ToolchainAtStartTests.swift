// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot serve` on a machine that cannot build.
struct ToolchainAtStartTests {
  @Test func `without a toolchain the daemon does not start`() async throws {
    try await withScratchDirectory { folder in
      let program = try BuiltProgram(in: folder)
      for name in ["secret", "token"] {
        let file = try folder.write(name, "0123456789abcdef")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.string)
      }
      let file = try folder.write(
        "server.yml",
        """
        version: 1
        state: \(folder.path)/state
        forges:
          - kind: gitea
            url: http://127.0.0.1:1
            webhook_secrets: [\(folder.path)/secret]
            token: \(folder.path)/token
            repositories: [acme/shapes]
        """)
      let empty = try folder.folder("empty").path
      let outcome = try await program.run(["serve", "--config", file.string], environment: ["PATH": empty.string])
      #expect(outcome.status == 3)
      #expect(
        outcome.errors == """
          reviewbot: there is no Swift toolchain: there is no swift on PATH; install one, and add it to the daemon's PATH; \
          see reviewbot doctor

          """)
    }
  }
}
