// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Foundation
import HostileText
import Observability
import ReviewHost
import SystemPackage

/// The program's standard output and standard error. Known secrets are masked in all output.
package enum Console {
  /// Writes a message to the standard error, masked and without control or invisible characters.
  package static func complain(_ message: String) {
    write(complaint(message), to: .standardError)
  }

  /// Returns the text that ``complain(_:)`` writes: the non-empty lines, prefixed with the program's name.
  package static func complaint(_ message: String) -> String {
    // A message can quote text of the pull request.
    let lines = HostileText(KnownSecrets.ofProgram.masked(message)).lines(limit: HostileText.terminalLimit)
    return "reviewbot: \(lines.filter { !$0.isEmpty }.joined(separator: "\n  "))\n"
  }

  /// Writes a text to the standard output, masked, and adds a missing final line break.
  package static func say(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput)
  }

  /// The reason why output of the command was lost, such as "No space left on device"; `nil` if all of it was written,
  /// or the reader closed the pipe, as `head` does.
  package static var lostOutput: String? { firstFailure.withLock { $0 }?.description }

  private static let firstFailure = Locked<Errno?>(nil)

  package static func write(_ text: String, to handle: FileHandle) {
    var masked = KnownSecrets.ofProgram.masked(text)
    masked.withUTF8 { write(masked: $0, to: handle) }
  }

  /// Writes a part of a long text in UTF-8, masked.
  package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to handle: FileHandle) {
    // A string is made only to be masked: it would verify and copy all of the text.
    guard KnownSecrets.ofProgram.isEmpty else { return write(String(decoding: bytes, as: UTF8.self), to: handle) }
    write(masked: bytes, to: handle)
  }

  private static func write(masked bytes: UnsafeBufferPointer<UInt8>, to handle: FileHandle) {
    let isResult = handle === FileHandle.standardOutput
    do throws(Errno) {
      try FileDescriptor(rawValue: handle.fileDescriptor).writeWaiting(bytes)
    } catch {
      if isResult, error != .brokenPipe { firstFailure.withLock { $0 = $0 ?? error } }
    }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns whether to use color: on a terminal, unless `NO_COLOR` or `TERM=dumb` is set.
  package static func hasColour(_ descriptor: Int32, environment: [String: String]) -> Bool {
    isTerminal(descriptor) && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Returns whether to write links: on a terminal, unless `TERM=dumb` is set. Terminals without links do not show
  /// them.
  package static func hasLinks(_ descriptor: Int32, environment: [String: String]) -> Bool {
    isTerminal(descriptor) && environment["TERM"] != "dumb"
  }

  /// Returns the terminal's width in columns, clamped to 80...140, or the given width without a terminal.
  package static func width(_ descriptor: Int32, without other: Int = 100) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return other }
    return min(max(Int(size.ws_col), 80), 140)
  }
}

extension FileDescriptor {
  /// Writes all bytes, and waits while a non-blocking terminal or pipe is full.
  fileprivate func writeWaiting(_ bytes: UnsafeBufferPointer<UInt8>) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(rawValue, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let error = Errno(rawValue: errno)
      if error == .interrupted { continue }
      guard error == .resourceTemporarilyUnavailable else { throw error }
      var event = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      _ = poll(&event, 1, -1)
    }
  }
}
