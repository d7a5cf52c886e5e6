// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// The targets of an attack outside of a sandbox: secrets, services and a process.
final class Outside {
  /// In two halves, so that the package that searches for it does not contain it.
  static let halves = ("canary-5d1b", "-9e04c7a2")
  static let word = halves.0 + halves.1

  let folder: ScratchDirectory
  let attack: Attack
  private let listeners: [Int32]
  private let process: PlainChild
  private var planted: Set<String> = []

  struct NoSocket: Error {}

  init(in folder: ScratchDirectory) throws {
    self.folder = folder
    var port = sockaddr_in()
    port.sin_family = sa_family_t(AF_INET)
    port.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let first = try Self.listen(AF_INET, &port, Int(length))
    withUnsafeMutablePointer(to: &port) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(first, $0, &length) }
    }
    let number = UInt16(bigEndian: port.sin_port)
    listeners = [
      first, try Self.listen(at: Array("\(folder.path)/socket".utf8)),
      try Self.listen(at: [0] + Array("reviewbot-\(number)".utf8)),
    ]
    process = try PlainChild(Attack.command, environment: ["GITHUB_TOKEN": Self.word])
    attack = Attack(
      word: Self.word, outside: folder.path.string, port: number, process: process.process,
      seconds: Self.newSeconds())
    for name in Attack.secrets { try plant(name) }
  }

  /// Writes a file that is allowed to contain the word.
  func plant(_ name: String, _ text: String = "token \(Outside.word)\n") throws {
    try folder.write(name, text)
    planted.insert(name)
  }

  deinit {
    for listener in listeners { close(listener) }
    process.end()
  }

  var isProcessAlive: Bool { process.isRunning }

  /// The number of services with a connection.
  var connections: Int {
    listeners.count { listener in
      let connection = accept(listener, nil, nil)
      if connection >= 0 { close(connection) }
      return connection >= 0
    }
  }

  /// The files below the folder that contain the word and should not, and those that an attack made.
  func traces() -> [String] {
    let files = FileManager.default.enumerator(atPath: folder.path.string)?.allObjects as? [String] ?? []
    return files.filter { name in
      if planted.contains(name) { return false }
      if name.contains("taken-") { return true }
      // Compare the target path of a link, not the file that it leads to.
      let path = "\(folder.path)/\(name)"
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil { return false }
      return FileManager.default.contents(atPath: path)?.range(of: Data(Self.word.utf8)) != nil
    }
  }

  /// Returns a random number of seconds for which no process of another test or another test run sleeps.
  static func newSeconds() -> Int { Int.random(in: 10_000_000..<1_000_000_000) }

  /// The processes that sleep for the given number of seconds and do not end within 60 seconds.
  static func survivors(sleeping seconds: Int) async throws -> [Int32] {
    var survivors: [Int32] = []
    for process in try ForeignProcess.running(Array(Attack.sleeper(seconds).dropFirst())) {
      if try await !ForeignProcess.waitForEnd(of: process, seconds: 60) { survivors.append(process) }
    }
    return survivors
  }

  private static func listen(at name: [UInt8]) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    return try listen(AF_UNIX, &address, MemoryLayout<sa_family_t>.size + name.count)
  }

  private static func listen<Address>(_ family: Int32, _ address: inout Address, _ length: Int) throws -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(length)) == 0 && Glibc.listen(descriptor, 64) == 0
      }
    }
    guard descriptor >= 0, isListening else { throw NoSocket() }
    return descriptor
  }
}
