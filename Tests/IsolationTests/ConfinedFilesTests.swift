// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Each test confines a separate thread, because the kernel confines a thread without the others of its process.
@Suite(.enabled(if: Confinement.isAvailable, "this kernel has no Landlock"))
struct ConfinedFilesTests {
  private static func confined<Value: Sendable>(
    _ files: ConfinedFiles, _ body: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try await onDedicatedThread {
      let result = files.restrict()
      guard result >= 0 else { throw Errno(rawValue: -result) }
      return body()
    }
  }

  /// Returns 0, or the error number of opening.
  private static func opening(_ path: FilePath, _ flags: Int32) -> Int32 {
    let descriptor = open(path.string, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  @Test func `readable folders can be read, writable folders written, and no others opened`() async throws {
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

  @Test func `files can be moved between writable folders, but not into or out of them`() async throws {
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

  /// Therefore a separate process creates the sandboxes.
  @Test(.enabled(if: geteuid() == 0, "only root may mount"))
  func `a confined process cannot mount a file system`() async throws {
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

  @Test func `paths that do not exist are ignored`() async throws {
    let files = ConfinedFiles(readable: ["/nonexistent"] + ConfinedFiles.system.readable, writable: ["/dev/null"])
    let results = try await Self.confined(files) { [opening = Self.opening] in
      [opening("/dev/null", O_WRONLY), opening("/etc/passwd", O_RDONLY), opening("/etc/shadow", O_RDONLY)]
    }
    #expect(results == [0, 0, EACCES])
  }

  @Test(.enabled(if: Confinement.version >= 4, "this kernel's Landlock does not restrict ports"))
  func `a list of ports allows connections to these ports only, and no listening`() async throws {
    let servers = [try PlainDatabasePort(), try PlainDatabasePort()]
    defer { for server in servers { server.stop() } }
    let places = servers.map { UInt16($0.port) }
    let cases: [(ports: Set<UInt16>?, expected: [Int32])] = [
      (nil, [0, 0, 0]), ([places[0]], [0, EACCES, EACCES]), ([], [EACCES, EACCES, EACCES]),
    ]
    for (ports, expected) in cases {
      let files = ConfinedFiles(readable: [], writable: [], ports: ports)
      let results = try await Self.confined(files) { [connecting = Self.connecting, listening = Self.listening] in
        [connecting(places[0]), connecting(places[1]), listening()]
      }
      #expect(results == expected)
    }
  }

  /// Returns 0, or the error number of connecting to a port of 127.0.0.1.
  private static func connecting(_ port: UInt16) -> Int32 { using(port) { connect($0, $1, $2) } }

  /// Returns 0, or the error number of listening on a port that the system chooses.
  private static func listening() -> Int32 {
    using(0) { bind($0, $1, $2) == 0 ? listen($0, 1) : -1 }
  }

  private static func using(
    _ port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? 0 : errno
      }
    }
  }
}
