// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
package import Isolation
import SystemPackage

/// A program that runs beside a test, such as a server, and ends with it.
package final class HelperProgram: Sendable {
  package struct Silent: Error, CustomStringConvertible {
    package let description: String
  }

  private let child: PlainChild
  private let input: FileDescriptor
  private let isInputOpen = Locked(true)
  private let output: FileDescriptor

  /// - Parameter command: the program, looked up in `PATH`, and its arguments. Its standard input ends when this
  ///   process ends in any way.
  package init(_ command: [String], environment: [String: String]? = nil, errors: PlainChild.Stream = .nothing) throws {
    let (inputEnd, input) = try Self.pipe()
    let (output, outputEnd) = try Self.pipe()
    defer {
      try? inputEnd.close()
      try? outputEnd.close()
    }
    self.input = input
    self.output = output
    child = try PlainChild(
      command, environment: environment, input: .descriptor(inputEnd), output: .descriptor(outputEnd), errors: errors)
  }

  deinit {
    child.end()
    closeInput()
    try? output.close()
  }

  package var process: Int32 { child.process }
  package var isRunning: Bool { child.isRunning }
  /// The exit status as in a shell; `nil` while the program runs.
  package var endedStatus: Int32? { child.isRunning ? nil : child.wait() }

  /// Blocks until the next line of the output.
  package func line() throws -> String {
    var bytes: [UInt8] = []
    var byte: [UInt8] = [0]
    while try byte.withUnsafeMutableBytes({ try output.read(into: $0) }) == 1 {
      if byte[0] == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes += byte
    }
    throw Silent(description: "a helper program ended and said no more than \(String(decoding: bytes, as: UTF8.self))")
  }

  /// Waits for the next line of the output, without blocking a shared thread.
  package func nextLine() async throws -> String { try await blocking { [self] in try line() } }

  /// Ends the program immediately.
  package func end() { child.end() }

  /// Waits until the program has ended, without blocking a shared thread.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  package func exitStatus() async throws -> Int32 { try await blocking { [child] in child.wait() } }

  /// Closes the standard input of the program, and waits until it has ended.
  package func finish() {
    closeInput()
    child.wait()
  }

  private func closeInput() {
    isInputOpen.withLock { isOpen in
      if isOpen { try? input.close() }
      isOpen = false
    }
  }

  private static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [0, 0]
    let result = reviewbot_make_pipe(&ends)
    guard result == 0 else { throw Errno(rawValue: -result) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }
}
