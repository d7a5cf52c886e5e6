// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct StageTimesTests {
  private let times = StageTimes(entries: [
    .init(stage: "fetch", milliseconds: 2_000), .init(stage: "build", milliseconds: 60_000),
    .init(stage: "test", milliseconds: 10_000),
  ])
  private let repository = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a")

  @Test func `the remaining time is the rest of the current stage plus all later stages`() {
    #expect(times.remaining(in: "build", after: .seconds(20)) == .seconds(50))
    // A stage that takes longer than last time has no rest.
    #expect(times.remaining(in: "build", after: .seconds(90)) == .seconds(10))
    #expect(times.remaining(in: "test", after: .seconds(4)) == .seconds(6))
    #expect(times.remaining(in: "rules", after: .zero) == nil)
  }

  @Test func `stage times are stored for each repository`() async throws {
    try await withScratchDirectory { folder in
      let home = HomeDirectory(path: folder.path)
      #expect(StageTimes.read(repository, in: home) == nil)
      try times.write(repository, in: home)
      #expect(StageTimes.read(repository, in: home) == times)
      let other = Repository(forge: .github, name: "acme/other", cloneURL: "https://example.com/b")
      #expect(StageTimes.read(other, in: home) == nil)
    }
  }

  @Test func `a damaged file of stage times is ignored`() async throws {
    try await withScratchDirectory { folder in
      let home = HomeDirectory(path: folder.path)
      try times.write(repository, in: home)
      let directory = ContainedDirectory(home.times)
      let name = try #require(try directory.entries().first?.name)
      for text in ["", "{}", "{\"entries\":[{\"stage\":\"build\",\"milliseconds\":-1}]}"] {
        try directory.write(Array(text.utf8), to: name)
        #expect(StageTimes.read(repository, in: home) == nil)
      }
    }
  }
}
