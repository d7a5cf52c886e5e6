// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct UntrustedCoverageFileTests {
  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func snapshot() throws -> CoverageSnapshot {
    CoverageSnapshot(
      commit: try id("a"), toolchain: "t", packages: [""], testsPassed: true, files: ["a.swift": [1: .covered]])
  }

  @Test func `coverage of the commit is read, and damaged files or other commits are unusable`() async throws {
    try await withScratchDirectory { folder in
      let snapshot = try snapshot()
      let text = String(decoding: try snapshot.encoded(), as: UTF8.self)
      let file = folder.path.appending("coverage.json")
      #expect(UntrustedCoverageFile(file, of: try id("a")) == .missing)
      _ = try folder.write("coverage.json", text)
      #expect(UntrustedCoverageFile(file, of: try id("a")) == .read(snapshot))
      #expect(UntrustedCoverageFile(file, of: try id("b")) == .unusable)
      let large = text + String(repeating: " ", count: CoverageSnapshot.maximumBytes)
      for damaged in ["", String(text.dropLast()), text.replacing("1c", with: "99999999c"), large] {
        _ = try folder.write("coverage.json", damaged)
        #expect(UntrustedCoverageFile(file, of: try id("a")) == .unusable)
      }
    }
  }

  @Test func `a symbolic link to a valid file is unusable`() async throws {
    try await withScratchDirectory { folder in
      let file = folder.path.appending("coverage.json")
      let snapshot = try snapshot()
      let target = try folder.write("elsewhere.json", String(decoding: try snapshot.encoded(), as: UTF8.self))
      #expect(UntrustedCoverageFile(target, of: try id("a")) == .read(snapshot))
      try FileManager.default.createSymbolicLink(atPath: file.string, withDestinationPath: "elsewhere.json")
      #expect(UntrustedCoverageFile(file, of: try id("a")) == .unusable)
    }
  }
}
