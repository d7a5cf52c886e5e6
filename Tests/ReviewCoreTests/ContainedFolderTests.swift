// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewCore

struct ContainedFolderTests {
  @Test func `reads a regular file, however deep`() async throws {
    try await withScratchFolder { folder in
      try folder.write("a/b/c.txt", "text\n")
      #expect(try ContainedFolder(folder.path).text(at: "a/b/c.txt", limit: 100) == "text\n")
    }
  }

  @Test func `leaves the folder by no way`() async throws {
    try await withScratchFolder { folder in
      try folder.write("secret.txt", "secret")
      let inside = try folder.folder("inside")
      let manager = FileManager.default
      let link = { (name: String, target: String) in
        try manager.createSymbolicLink(
          atPath: inside.path.appending(name).string, withDestinationPath: target)
      }
      try link("file", "../secret.txt")
      try link("folder", "..")
      try link("absolute", folder.path.appending("secret.txt").string)
      try inside.write("real.txt", "real")
      try link("here", "real.txt")
      let contained = ContainedFolder(inside.path)
      for path in ["../secret.txt", "file", "folder/secret.txt", "absolute", "here", "/etc/passwd"] {
        #expect(throws: ContainedFolder.Failure.self, "\(path)") { try contained.bytes(at: path, limit: 100) }
      }
    }
  }

  @Test func `neither waits for a pipe nor reads a folder`() async throws {
    try await withScratchFolder { folder in
      #expect(mkfifo(folder.path.appending("pipe").string, 0o600) == 0)
      _ = try folder.folder("folder")
      let contained = ContainedFolder(folder.path)
      #expect(throws: ContainedFolder.Failure.notARegularFile) { try contained.bytes(at: "pipe", limit: 100) }
      #expect(throws: ContainedFolder.Failure.notARegularFile) { try contained.bytes(at: "folder", limit: 100) }
      #expect(throws: ContainedFolder.Failure.missing) { try contained.bytes(at: "nothing", limit: 100) }
    }
  }

  @Test func `reads no more than the limit`() async throws {
    try await withScratchFolder { folder in
      try folder.write("a", "12345")
      let contained = ContainedFolder(folder.path)
      #expect(try contained.bytes(at: "a", limit: 5).count == 5)
      #expect(throws: ContainedFolder.Failure.tooLarge(limit: 4)) { try contained.bytes(at: "a", limit: 4) }
    }
  }
}
