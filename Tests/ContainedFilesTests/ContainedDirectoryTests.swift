// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ContainedFiles

struct ContainedDirectoryTests {
  /// Creates `outside/secret.txt` and `inside` with links of several kinds that lead out or nowhere. Returns the folder
  /// and the names of the links.
  private func makeLinks(in folder: ScratchDirectory) throws -> (inside: ScratchDirectory, names: [String]) {
    try folder.write("outside/secret.txt", "secret")
    let inside = try folder.folder("inside")
    let outside = folder.path.appending("outside").string
    let links = [
      "absolute": outside, "climbing": "../outside", "root": "/proc/self/root\(outside)",
      "current": "/proc/self/cwd", "twice": "climbing", "detour": "folder/../../outside", "loop": "loop",
    ]
    _ = try inside.folder("folder")
    for (name, target) in links { try inside.link(name, to: target) }
    return (inside, links.keys.sorted())
  }

  @Test func `a regular file is read at any depth`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("a/b/c.txt", "text\n")
      #expect(try ContainedDirectory(folder.path).text(at: "a/b/c.txt", limit: 100) == "text\n")
      #expect(try ContainedDirectory(folder.path).subdirectory("a/b").text(at: "c.txt", limit: 100) == "text\n")
    }
  }

  @Test(arguments: [ContainedDirectory.Links.refused, .followedBelow])
  func `no link leads out of the directory`(links: ContainedDirectory.Links) async throws {
    try await withScratchDirectory { folder in
      let (inside, names) = try makeLinks(in: folder)
      let contained = ContainedDirectory(inside.path)
      for name in names + ["..", "../outside", "folder/../../outside", "\(folder.path)/outside", "/", "/etc"] {
        #expect(throws: ContainedDirectory.Failure.self, "\(name)") {
          try contained.bytes(at: "\(name)/secret.txt", limit: 100)
        }
        #expect(throws: ContainedDirectory.Failure.notADirectory, "\(name)") {
          try contained.subdirectory(name, links: links)
        }
        #expect(throws: ContainedDirectory.Failure.notADirectory, "\(name)") {
          try contained.entries(of: name, links: links)
        }
        #expect(contained.status(of: "\(name)/secret.txt", links: links) == nil, "\(name)")
      }
      #expect(contained.status(of: "absolute")?.kind == .link)
    }
  }

  @Test func `the kernel's links in /proc are not followed`() {
    let process = ContainedDirectory("/proc/self")
    for name in ["root", "cwd"] {
      #expect(throws: ContainedDirectory.Failure.notADirectory) {
        try process.subdirectory(name, links: .followedBelow)
      }
      #expect(throws: ContainedDirectory.Failure.notADirectory) { try process.entries(of: name, links: .followedBelow) }
    }
  }

  @Test func `links within the directory are followed to directories on request, and never to files`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(".build/x86/debug/a.txt", "a")
      try folder.link(".build/debug", to: "x86/debug")
      try folder.link(".build/x86/debug/b.txt", to: "a.txt")
      let contained = ContainedDirectory(folder.path)
      let products = try contained.subdirectory(".build/debug", links: .followedBelow)
      #expect(try products.text(at: "a.txt", limit: 10) == "a")
      #expect(products.path == folder.path.appending(".build").appending("debug"))
      #expect(throws: ContainedDirectory.Failure.notARegularFile) { try products.bytes(at: "b.txt", limit: 10) }
      #expect(throws: ContainedDirectory.Failure.notADirectory) { try contained.subdirectory(".build/debug") }
    }
  }

  @Test func `an opened directory stays the same when its path is replaced`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("outside/a.txt", "secret")
      try folder.write("outside/b.txt", "secret")
      try folder.write("root/a.txt", "own")
      let contained = ContainedDirectory(folder.path.appending("root"))
      #expect(rename("\(folder.path)/root", "\(folder.path)/moved") == 0)
      try folder.link("root", to: "outside")
      #expect(try contained.text(at: "a.txt", limit: 10) == "own")
      #expect(try contained.entries().map(\.name) == ["a.txt"])
      try contained.write("mine".utf8, to: "b.txt")
      #expect(try folder.text("outside/b.txt") == "secret")
      #expect(try folder.text("moved/b.txt") == "mine")
    }
  }

  @Test func `reading a pipe, a device or a folder as a file fails without blocking`() async throws {
    try await withScratchDirectory { folder in
      #expect(mkfifo(folder.path.appending("pipe").string, 0o600) == 0)
      _ = try folder.folder("folder")
      let contained = ContainedDirectory(folder.path)
      #expect(throws: ContainedDirectory.Failure.notARegularFile) { try contained.bytes(at: "pipe", limit: 100) }
      #expect(throws: ContainedDirectory.Failure.notARegularFile) { try contained.bytes(at: "folder", limit: 100) }
      #expect(throws: ContainedDirectory.Failure.missing) { try contained.bytes(at: "nothing", limit: 100) }
      #expect(throws: ContainedDirectory.Failure.notADirectory) { try contained.entries(of: "pipe") }
      let devices = ContainedDirectory("/dev")
      for name in ["zero", "null", "tty"] {
        // The existence of a terminal depends on the environment.
        #expect(throws: ContainedDirectory.Failure.self) { try devices.bytes(at: name, limit: 100) }
      }
      #expect(devices.status(of: "zero")?.kind == .other)
    }
  }

  @Test func `files and folders above the limit are rejected`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("a", "12345")
      try folder.write("huge", "")
      #expect(truncate(folder.path.appending("huge").string, 1 << 40) == 0)
      let contained = ContainedDirectory(folder.path)
      #expect(try contained.bytes(at: "a", limit: 5).count == 5)
      #expect(throws: ContainedDirectory.Failure.tooLarge(limit: 4)) { try contained.bytes(at: "a", limit: 4) }
      #expect(throws: ContainedDirectory.Failure.tooLarge(limit: 1 << 30)) {
        try contained.bytes(at: "huge", limit: 1 << 30)
      }
      #expect(throws: ContainedDirectory.Failure.tooManyEntries(limit: 1)) { try contained.entries(limit: 1) }
      #expect(try contained.entries(limit: 2).map(\.name) == ["a", "huge"])
    }
  }

  @Test func `reading or writing in a missing directory fails`() async throws {
    try await withScratchDirectory { folder in
      let contained = ContainedDirectory(folder.path.appending("nothing"))
      #expect(throws: ContainedDirectory.Failure.missing) { try contained.entries() }
      #expect(throws: ContainedDirectory.Failure.missing) { try contained.write("a".utf8, to: "a") }
      #expect(contained.status(of: "a") == nil)
    }
  }

  @Test func `nothing is written, moved or removed through a link`() async throws {
    try await withScratchDirectory { folder in
      let (inside, names) = try makeLinks(in: folder)
      try inside.write("a", "a")
      let contained = ContainedDirectory(inside.path)
      for name in names + ["..", "/tmp"] {
        for change in [
          { try contained.write("taken".utf8, to: "\(name)/secret.txt") },
          { try contained.makeDirectory("\(name)/made") }, { try contained.remove("\(name)/secret.txt") },
          { try contained.move("a", to: contained, as: "\(name)/secret.txt") },
          { try contained.setModified(0, of: "\(name)/secret.txt") },
        ] as [() throws -> Void] {
          #expect(throws: ContainedDirectory.Failure.notADirectory, "\(name)") { try change() }
        }
      }
      #expect(try folder.text("outside/secret.txt") == "secret")
      #expect(try ContainedDirectory(folder.path).entries(of: "outside").map(\.name) == ["secret.txt"])
    }
  }

  @Test func `writing or removing a link affects the link itself, not its target`() async throws {
    try await withScratchDirectory { folder in
      let (inside, names) = try makeLinks(in: folder)
      let contained = ContainedDirectory(inside.path)
      for name in names {
        try contained.write("own".utf8, to: name)
        #expect(try contained.text(at: name, limit: 10) == "own")
        try contained.remove(name)
        try inside.link(name, to: "\(folder.path)/outside")
        try contained.remove(name)
        #expect(contained.status(of: name) == nil)
      }
      try inside.write("folder/deep/er", "")
      try contained.remove("folder")
      try contained.remove("folder/that/is/not/there")
      #expect(try contained.entries() == [])
      #expect(try folder.text("outside/secret.txt") == "secret")
    }
  }

  @Test func `folders are created, and files in them are written, moved and dated`() async throws {
    try await withScratchDirectory { folder in
      let contained = ContainedDirectory(folder.path)
      try contained.makeDirectory("a/b")
      try contained.makeDirectory("a/b")
      try contained.write("text".utf8, to: "a/b/c")
      try contained.setModified(1_000_000_007, of: "a/b/c")
      try contained.move("a/b/c", to: try contained.subdirectory("a"), as: "d")
      #expect(try contained.entries(of: "a").map(\.name) == ["b", "d"])
      #expect(contained.status(of: "a/d") == .some(try contained.entries(of: "a")[1].status))
      #expect(contained.status(of: "a/d")?.modified == 1_000_000_007)
      #expect(throws: ContainedDirectory.Failure.notADirectory) { try contained.makeDirectory("a/d") }
    }
  }
}
