// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot

struct HostileFolderTests {
  @Test func `removes what may not be entered, what is read-only, and links but not what they lead to`() async throws {
    try await withScratchFolder { folder in
      let kept = try folder.write("kept/file", "x")
      try folder.write("run/closed/deeper/file", "x")
      try folder.write("run/read-only/file", "x")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.pushing("run/link").string, withDestinationPath: kept.removingLastComponent().string)
      chmod(folder.path.pushing("run/closed/deeper").string, 0)
      chmod(folder.path.pushing("run/closed").string, 0)
      chmod(folder.path.pushing("run/read-only").string, 0o500)
      #expect(HostileFolder.remove(folder.path.appending("run")))
      #expect(!folder.exists("run"))
      #expect(folder.exists("kept/file"))
    }
  }

  @Test func `removes what is deeper than a path can say`() async throws {
    try await withScratchFolder { folder in
      let run = try folder.folder("run")
      let script = "name=$(printf 'd%.0s' $(seq 200)); for i in $(seq 60); do mkdir $name && cd $name || exit 1; done"
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", script]
      process.currentDirectoryURL = URL(fileURLWithPath: run.path.string)
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      #expect(HostileFolder.remove(run.path))
      #expect(!folder.exists("run"))
    }
  }

  @Test func `has nothing to do where nothing is`() async throws {
    try await withScratchFolder { folder in #expect(HostileFolder.remove(folder.path.appending("run"))) }
  }
}
