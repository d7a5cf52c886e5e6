// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// What is put outside of a sandbox for an escape to reach: a file, a process and a service.
final class EscapeBait {
  let targets: EscapeTargets
  private let listener: Int32
  private let process: PlainChild

  /// - Parameter folder: an empty folder that the sandbox does not show.
  init(in folder: FilePath) throws {
    let canary = "canary-\(UUID().uuidString)"
    let file = folder.appending("bait.txt")
    try Data(canary.utf8).write(to: URL(fileURLWithPath: file.string))
    let (listener, port) = try Self.listen()
    self.listener = listener
    do {
      process = try PlainChild(["/bin/sleep", "60"], environment: ["CANARY": canary])
    } catch {
      close(listener)
      throw error
    }
    targets = EscapeTargets(
      canary: canary, file: file.string, folder: folder.string, process: process.process, port: port)
  }

  deinit {
    close(listener)
    process.end()
  }

  private static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SandboxError("no socket can be made") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Foundation.listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else {
      close(descriptor)
      throw SandboxError("no port of the loopback interface can be opened")
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
