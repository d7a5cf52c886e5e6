// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct DiskLimitTests {
  @Test func `disk use counts every name, but each file's blocks once, and follows no links`() async throws {
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      try folder.write("outside/large", String(repeating: "x", count: 1 << 20))
      try tree.write("one/file", String(repeating: "x", count: 256 << 10))
      link(tree.path.appending("one/file").string, tree.path.appending("two").string)
      symlink(folder.path.appending("outside").string, tree.path.appending("elsewhere").string)
      // A hole uses no space.
      truncate(try tree.write("sparse", "").string, 1 << 40)
      let use = DiskUse.measure([tree.path, folder.path.appending("none")])
      #expect(use.files == 5)
      #expect((256 << 10..<512 << 10).contains(use.bytes), "\(use.bytes)")
    }
  }

  @Test func `a tree that is too deep to measure counts as more than a million files`() async throws {
    try await withScratchDirectory { folder in
      let output = try await blocking {
        try FinishedCommand.output(of: [
          "sh", "-c", "cd \"$0\" && i=0 && while [ $i -lt 300 ]; do mkdir d && cd d && i=$((i + 1)); done && echo made",
          folder.path.string,
        ])
      }
      #expect(output.hasPrefix("made"))
      #expect(DiskUse.measure([folder.path]).files > 1_000_000)
    }
  }

  private func ending(
    _ script: String, present: Int = 0, bytes: Int = .max, files: Int = .max, freeBytes: Int = 0
  ) async throws -> ChildResult.Ending {
    try await withScratchDirectory { folder in
      if present > 0 { try folder.write("present", String(repeating: "x", count: present)) }
      let resources = ResourceLimits(
        tasks: 4096, memoryBytes: .max, diskBytes: bytes, files: files, folders: [folder.path], freeBytes: freeBytes)
      return try await ChildProcess.run(
        ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path),
        limits: ChildLimits(time: .seconds(600), resources: resources)
      ).ending
    }
  }

  @Test func `a child over the disk limit is ended for that, also when the disk is full`() async throws {
    let script = "head -c 20000000 /dev/zero >file; exec sleep 3600"
    #expect(try await ending(script, bytes: 10 << 20) == .tooMuchDisk(bytes: 10 << 20))
    // Before anything is written, the first check may already find that no space is left.
    #expect(
      try await ending("exec sleep 3600", present: 20_000_000, bytes: 10 << 20, freeBytes: .max)
        == .tooMuchDisk(bytes: 10 << 20))
  }

  @Test func `a child that creates too many files is ended`() async throws {
    let script = "i=0; while [ $i -lt 600 ]; do : >$i; i=$((i + 1)); done; exec sleep 3600"
    #expect(try await ending(script, files: 500) == .tooManyFiles(500))
  }

  @Test func `files of a child that ended before the first measurement count`() async throws {
    #expect(try await ending(": >a; : >b; : >c", files: 2) == .tooManyFiles(2))
  }

  /// A disk filled by other processes is a shortage of the host, not an excess of the child.
  @Test func `a full disk is a shortage of the host for a child within its limits`() async throws {
    let ending = try await ending("exec sleep 3600", bytes: 10 << 20, freeBytes: .max)
    guard case .diskFull = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(ending.excess == nil)
    #expect(ending.shortage?.hasPrefix("other processes filled the host's disk to the last ") == true)
  }
}
