// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct MirrorLimitTests {
  @Test(arguments: [("500M", 500 << 20), ("20G", 20 << 30), ("1024T", 1024 << 40), ("", nil)] as [(String, Int?)])
  func `the mirror limit is parsed as a size with a unit, and is optional`(text: String, bytes: Int?) throws {
    #expect(try EnvironmentSettings.mirrorsSize(["REVIEWBOT_MIRRORS_LIMIT": text])?.bytes == bytes)
    #expect(try EnvironmentSettings.mirrorsSize([:]) == nil)
  }

  @Test(arguments: ["5", "G", "0G", "-1G", "1.5G", "5g", "5GB", "2000T", "٣G", " 5G"])
  func `an invalid mirror limit is rejected`(text: String) {
    #expect(throws: UsageError.self) { try EnvironmentSettings.mirrorsSize(["REVIEWBOT_MIRRORS_LIMIT": text]) }
  }

  @Test(.thorough) func `mirrors of earlier runs are deleted when the limit is exceeded`() async throws {
    try await withScratchDirectory { folder in
      let program = try BuiltProgram(in: folder)
      func fetch(_ name: String, limit: String) async throws {
        let git = try GitFixture(in: folder.folder(name))
        try git.write("noise", (0..<200_000).map { "\($0.hashValue)\n" }.joined())
        try git.commit("base")
        try git.git("branch", "base")
        try git.write("more", "1\n")
        try git.commit("head")
        try git.openPullRequest(1)
        let outcome = try await program.run(
          ["check", "--pr", "1", "--repo", git.folder.path.string, "--base", "base", "--sandbox", "none"],
          environment: ["REVIEWBOT_MIRRORS_LIMIT": limit])
        #expect(outcome.errors.contains("✓ fetch"), "\(outcome.errors)")
      }
      try await fetch("one", limit: "1G")
      try await fetch("two", limit: "1G")
      #expect(program.names(in: "mirrors").count { !$0.hasSuffix(".lock") } == 2)
      try await fetch("three", limit: "1M")
      #expect(program.names(in: "mirrors").filter { !$0.hasSuffix(".lock") }.allSatisfy { $0.hasPrefix("three-") })
    }
  }
}
