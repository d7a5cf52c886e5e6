// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ContainedFiles

struct TreeCopyTests {
  /// Copies `from` to `to`.
  private func copy(_ folder: ScratchDirectory, by copy: TreeCopy = TreeCopy()) throws -> Int {
    let root = ContainedDirectory(folder.path)
    return try copy.copy("from", in: root, to: root, as: "to")
  }

  private func status(_ folder: ScratchDirectory, _ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder.path.pushing(FilePath(name)).string, &status) == 0, "\(name)")
    return status
  }

  @Test func `contents, times and execute permissions are copied, special bits are not`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("from/a/program", "program")
      try folder.write("from/a/text", String(repeating: "text", count: 100_000))
      let modes: [(String, mode_t, mode_t)] = [
        ("from/a/program", 0o6777, 0o755), ("from/a/text", 0o000, 0o600), ("from/a", 0o3777, 0o755),
        ("from", 0o755, 0o755),
      ]
      for (name, mode, _) in modes { #expect(chmod("\(folder.path)/\(name)", mode) == 0) }
      // Without root, a file without permissions for its owner is unreadable.
      if getuid() != 0 { #expect(chmod("\(folder.path)/from/a/text", 0o400) == 0) }
      let root = ContainedDirectory(folder.path)
      for (index, (name, _, _)) in modes.enumerated() { try root.setModified(1_000_000_000_007 + index, of: name) }
      #expect(try copy(folder) == 0)
      for (index, (name, _, mode)) in modes.enumerated() {
        let copied = try status(folder, "to" + name.dropFirst(4))
        #expect(copied.st_mode & 0o7777 == mode, "\(name)")
        #expect(copied.st_mtim.tv_sec == 1000 && copied.st_mtim.tv_nsec == 7 + index, "\(name)")
      }
      #expect(try folder.text("to/a/program") == "program")
      #expect(try folder.text("to/a/text").count == 400_000)
    }
  }

  @Test func `links within the tree are copied, others are left out`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("outside/secret", "secret")
      try folder.write("from/x86/debug/a", "a")
      let kept = ["debug": "x86/debug", "x86/up": "../debug/a", "x86/debug/dangling": "../nothing/a"]
      let omitted = [
        "absolute": "\(folder.path)/from/x86", "climbing": "../outside", "magic": "/proc/self/root", "loop": "loop",
        "x86/detour": "../debug/../../../outside", "x86/gone": "nowhere/../../../outside",
      ]
      for (name, target) in kept.merging(omitted, uniquingKeysWith: { one, _ in one }) {
        try folder.link("from/\(name)", to: target)
      }
      #expect(try copy(folder) == omitted.count)
      let root = ContainedDirectory(folder.path)
      for (name, target) in kept {
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/to/\(name)") == target)
      }
      for name in omitted.keys { #expect(root.status(of: "to/\(name)") == nil, "\(name)") }
    }
  }

  @Test func `all links are copied unchanged if the caller allows it`() async throws {
    try await withScratchDirectory { folder in
      try folder.link("from/out", to: "../outside")
      #expect(try copy(folder, by: TreeCopy(links: .all)) == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/to/out") == "../outside")
    }
  }

  @Test func `pipes, sockets and devices are left out`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("from/a", "a")
      var omitted = 2
      #expect(mkfifo("\(folder.path)/from/pipe", 0o600) == 0)
      #expect(mknod("\(folder.path)/from/socket", S_IFSOCK | 0o600, 0) == 0)
      // Only root can create a device.
      if mknod("\(folder.path)/from/null", S_IFCHR | 0o600, 0x103) == 0 { omitted += 1 }
      #expect(try copy(folder) == omitted)
      #expect(try ContainedDirectory(folder.path).entries(of: "to").map(\.name) == ["a"])
    }
  }

  @Test func `a link in place of the tree is not followed, and nothing is replaced`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("outside/secret", "secret")
      try folder.link("from", to: "outside")
      #expect(throws: TreeCopy.Failure.self) { try copy(folder) }
      #expect(!folder.exists("to"))
      try folder.link("to", to: "outside")
      let root = ContainedDirectory(folder.path)
      #expect(throws: TreeCopy.Failure.self) { try TreeCopy().copy("outside", in: root, to: root, as: "to") }
      #expect(throws: TreeCopy.Failure.self) { try TreeCopy().copy("from/secret", in: root, to: root, as: "new") }
      #expect(try root.entries(of: "outside").map(\.name) == ["secret"])
    }
  }

  @Test func `copying fails at the limits of entries, depth and bytes`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("from/a/b/c", "")
      #expect(truncate("\(folder.path)/from/a/b/c", 1 << 40) == 0)
      let cases: [(WritableKeyPath<TreeCopy.Limits, Int>, Int, String)] = [
        (\.entries, 3, "more than 3 entries"), (\.depth, 2, "deeper than 2 levels"),
        (\.bytes, 1 << 30, "more than 1024 MiB"),
      ]
      for (limit, value, words) in cases {
        var limited = TreeCopy()
        limited.limits[keyPath: limit] = value
        let error = #expect(throws: TreeCopy.Failure.self) { try copy(folder, by: limited) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        try ContainedDirectory(folder.path).remove("to")
      }
    }
  }
}
