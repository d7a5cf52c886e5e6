// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct JobCountTests {
  @Test(arguments: [nil, 3])
  func `the number of jobs is passed to the builds and the tests`(jobs: Int?) async throws {
    try await withScratchDirectory { folder in
      for tree in ["head", "base"] {
        try folder.write(
          "\(tree)/Package.swift",
          """
          // swift-tools-version: 6.0
          import PackageDescription
          let package = Package(name: "Sample", targets: [.testTarget(name: "SampleTests")])
          """)
        try folder.write("\(tree)/Tests/SampleTests/Tests.swift", "")
      }
      let start = WarmStart(
        baseRoot: folder.path.appending("base"), base: try #require(CommitID(String(repeating: "a", count: 40))),
        builds: folder.path.appending("builds"), leftovers: folder.path.appending("left"))
      // The commands that describe the package are run.
      let isRecordedOnly = { @Sendable (arguments: [String]) in ["build", "test"].contains(arguments.first) }
      let sandbox = RecordingSandbox { isRecordedOnly($0.arguments) }
      _ = await tested(
        folder.path.appending("head"), results: try folder.folder("results"), sandbox: sandbox, jobs: jobs,
        warmStart: start)
      let commands = sandbox.commands.withLock { $0.map(\.arguments) }.filter(isRecordedOnly)
      try #require(commands.map { $0[1] == "list" ? $0[1] : $0[0] } == ["build", "list", "build", "list", "test"])
      for build in [commands[0], commands[2]] {
        #expect(Self.value(of: "--jobs", in: build) == jobs.map { "\($0)" })
      }
      #expect(Self.value(of: "--num-workers", in: commands[4]) == jobs.map { "\($0)" })
    }
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).map { arguments[$0 + 1] }
  }
}
