// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

@Suite(.enabled(if: SmallDisk.isPossible, "these tests mount a small disk, which takes root and its capabilities"))
struct DiskFullTests {
  /// Returns text that cannot be compressed.
  private func noise(_ bytes: Int) -> String {
    var random = SeededRandom(seed: 7)
    // In base 64, four bytes encode three bytes of a word.
    let words = (0..<bytes / 32 * 3).map { _ in random.next() }
    return words.withUnsafeBytes { Data($0).base64EncodedString() }
  }

  @Test(arguments: ["mirrors", "runs"])
  func `a full disk is reported, and the mirror works again when there is space`(place: String) async throws {
    try await withReviewedRepository { repository in
      let limits = WorkspaceLimits(freeBytes: 0)
      // A mirror that exists before, and must not be lost.
      _ = try await repository.review(headRef: "main", limits: limits)
      try repository.fixture.git("checkout", "--quiet", "change")
      try repository.fixture.write("noise.txt", noise(3 << 20))
      try repository.fixture.commit("noise")
      try repository.fixture.openPullRequest(7)
      try FileManager.default.removeItem(atPath: repository.home.path.appending("runs").string)
      let folder = try repository.home.folder(place)
      let mirror = try repository.mirrorNames
      let kept = try repository.home.folder("kept")
      try FileManager.default.copyItem(
        atPath: repository.home.path.appending("mirrors").string, toPath: kept.path.appending("mirrors").string)
      let disk = try SmallDisk(at: folder.path, megabytes: 1)
      if place == "mirrors" {
        for name in try FileManager.default.contentsOfDirectory(atPath: kept.path.appending("mirrors").string) {
          try FileManager.default.copyItem(
            atPath: kept.path.appending("mirrors").appending(name).string, toPath: folder.path.appending(name).string)
        }
      }
      let error = await failure { try await repository.review(limits: limits) }
      #expect(error?.code == .diskFull, "\(error?.description ?? "")")
      #expect(error?.remedy == "free some space, or point REVIEWBOT_HOME at a larger disk")
      #expect(repository.checkouts.isEmpty)
      #expect(try repository.mirrorNames == mirror)

      let again = try await repository.review(headRef: "main", limits: limits)
      #expect(again.changes.files == [])
      #expect(mount("reviewbot-test", folder.path.string, "tmpfs", UInt(MS_REMOUNT), "size=32m") == 0)
      let whole = try await repository.review(limits: limits)
      #expect(whole.changes.files.map(\.path) == ["b.swift", "noise.txt"])
      withExtendedLifetime(disk) {}
    }
  }
}
