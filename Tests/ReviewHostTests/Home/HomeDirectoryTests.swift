// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct HomeDirectoryTests {
  @Test(arguments: [
    (["REVIEWBOT_HOME": "/r", "XDG_CACHE_HOME": "/c", "HOME": "/h"], "/r"),
    (["REVIEWBOT_HOME": "", "XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/reviewbot"),
    (["HOME": "/h"], "/h/.cache/reviewbot"),
  ]) func `the home folder comes from environment variables`(environment: [String: String], home: String) throws {
    #expect(try HomeDirectory(environment: environment).path == FilePath(home))
  }

  @Test(arguments: [[:], ["REVIEWBOT_HOME": "relative"]])
  func `a missing or relative home folder is rejected`(environment: [String: String]) {
    #expect(throws: UsageError.self) { try HomeDirectory(environment: environment) }
  }

  @Test func `build folders ignore the case of GitHub URLs, but not of local paths`() throws {
    let home = HomeDirectory(path: "/r")
    func builds(_ forge: ForgeKind, _ url: String) -> FilePath {
      home.builds(
        of: PullRequest(
          repository: Repository(forge: forge, name: "n", cloneURL: url), number: 1, title: "", author: nil, url: nil,
          state: .open, isDraft: false, head: nil, headRef: "h", baseBranch: "main", isFromFork: false))
    }
    #expect(builds(.github, "https://x/Octo/Ledger.git") == builds(.github, "https://x/octo/ledger.git"))
    #expect(builds(.local, "/srv/Ledger") != builds(.local, "/srv/ledger"))
  }

  @Test func `directories of ended runs are removed, those of active runs are kept`() async throws {
    try await withScratchDirectory { folder in
      let home = HomeDirectory(path: folder.path)
      let run = try RunDirectory(in: home.runs)
      let other = try RunDirectory(in: home.runs)
      try Data().write(to: URL(fileURLWithPath: "\(other.path)/file"))
      let temporary = try #require(other.environment(["A": "1"])["TMPDIR"])
      #expect(temporary.hasPrefix(other.path.string) && FileManager.default.fileExists(atPath: temporary))
      #expect(home.of(run).runs == run.path)
      // The directory of a killed process is not locked.
      _ = try folder.folder("runs/run-abandoned/pull-1-abc/deep")
      home.removeOldRuns()
      #expect(
        try Set(FileManager.default.contentsOfDirectory(atPath: home.runs.string))
          == Set([run, other].compactMap { $0.path.lastComponent?.string }))
      other.remove()
      run.remove()
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.runs.string) == [])
    }
  }

  @Test func `run directories older than a day are removed, and nothing else`() async throws {
    try await withScratchDirectory { folder in
      let home = try HomeDirectory(environment: ["REVIEWBOT_HOME": folder.path.string])
      try folder.write("runs/new/file", "")
      try folder.write("runs/old/file", "")
      try folder.write("mirrors/old/file", "")
      for name in ["runs/old", "mirrors/old"] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -25 * 3600)], ofItemAtPath: "\(folder.path)/\(name)")
      }
      home.removeOldRuns()
      #expect(folder.exists("runs/new/file"))
      #expect(!folder.exists("runs/old"))
      #expect(folder.exists("mirrors/old/file"))
    }
  }

  @Test func `cached builds that were not used for weeks are removed`() async throws {
    try await withScratchDirectory { folder in
      let home = HomeDirectory(path: folder.path)
      let old = Date(timeIntervalSinceNow: -15 * 86_400)
      for name in ["builds/used/a/file", "builds/unused/a/file", "runs/other/file"] { try folder.write(name, "") }
      // The folder of the branch itself does not change when a build in it is used.
      for name in ["builds/used", "builds/unused", "builds/unused/a", "runs/other"] {
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder.path)/\(name)")
      }
      home.removeUnusedBuilds()
      #expect(folder.exists("builds/used/a/file"))
      #expect(!folder.exists("builds/unused"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.runs.string) == ["other"])
    }
  }
}
