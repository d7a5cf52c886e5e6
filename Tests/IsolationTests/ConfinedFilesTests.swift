// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Each on a thread of its own, which the kernel confines without the others.
@Suite(.enabled(if: Confinement.isAvailable, "this kernel has no Landlock"))
struct ConfinedFilesTests {
  private static func confined<Value: Sendable>(
    _ files: ConfinedFiles, _ body: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try await onThreadOfItsOwn {
      let result = files.restrict()
      guard result >= 0 else { throw Errno(rawValue: -result) }
      return body()
    }
  }

  /// 0, or the error number of opening.
  private static func opening(_ path: FilePath, _ flags: Int32) -> Int32 {
    let descriptor = open(path.string, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  @Test func `reads what is readable, writes what is writable, and reaches nothing else`() async throws {
    try await withScratchDirectory { folder in
      for name in ["read", "write", "other"] { try folder.write("\(name)/file", "x") }
      let path = folder.path
      symlink("../other/file", path.appending("write/link").string)
      let files = ConfinedFiles(readable: [path.appending("read")], writable: [path.appending("write")])
      let results = try await Self.confined(files) { [opening = Self.opening] in
        [
          opening(path.appending("read/file"), O_RDONLY), opening(path.appending("read/file"), O_WRONLY),
          opening(path.appending("read/new"), O_WRONLY | O_CREAT), opening(path.appending("write/file"), O_RDWR),
          opening(path.appending("write/new"), O_WRONLY | O_CREAT), opening(path.appending("other/file"), O_RDONLY),
          opening(path.appending("write/link"), O_RDONLY), opening(path, O_RDONLY | O_DIRECTORY),
        ]
      }
      #expect(results == [0, EACCES, EACCES, 0, 0, EACCES, EACCES, EACCES])
    }
  }

  @Test func `moves files within what is writable, and nothing into it or out of it`() async throws {
    try await withScratchDirectory { folder in
      for name in ["one", "two", "other"] { try folder.write("\(name)/file", name) }
      let path = folder.path
      let files = ConfinedFiles(readable: [], writable: [path.appending("one"), path.appending("two")])
      let results = try await Self.confined(files) {
        [("one/file", "two/moved"), ("other/file", "one/stolen"), ("two/file", "other/hidden")].map { from, to in
          rename(path.appending(from).string, path.appending(to).string) == 0 ? 0 : errno
        }
      }
      #expect(results[0] == 0)
      #expect(results[1] != 0 && results[2] != 0)
      #expect(try folder.text("two/moved") == "one")
      #expect(folder.exists("other/file") && folder.exists("two/file"))
    }
  }

  /// So what makes sandboxes has to be another process.
  @Test(.enabled(if: geteuid() == 0, "only root may mount"))
  func `mounts nothing`() async throws {
    try await withScratchDirectory { folder in
      let path = folder.path
      let status = try await Self.confined(
        ConfinedFiles(readable: ["/usr", "/bin", "/lib", "/lib64"], writable: [path, "/dev/null"])
      ) {
        let result = Result { try PlainChild(["/bin/mount", "-t", "tmpfs", "tmpfs", path.string], environment: [:]) }
        return (try? result.get())?.wait()
      }
      #expect(status != nil && status != 0)
    }
  }

  @Test func `what is not there is no obstacle`() async throws {
    let files = ConfinedFiles(readable: ["/nonexistent"] + ConfinedFiles.system.readable, writable: ["/dev/null"])
    let results = try await Self.confined(files) { [opening = Self.opening] in
      [opening("/dev/null", O_WRONLY), opening("/etc/passwd", O_RDONLY), opening("/etc/shadow", O_RDONLY)]
    }
    #expect(results == [0, 0, EACCES])
  }
}
