// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks whether a compiler and git agree about the lines of a text.
public enum LineEnds {
  /// Returns the reason why they do not, as the end of a sentence; `nil` if they agree.
  ///
  /// For Swift's compiler, a carriage return ends a line with or without a line feed after it, and for git never.
  ///
  /// - Parameter bytes: the text of a Swift file.
  public static func problem(inSwift bytes: [UInt8]) -> String? {
    let hasReturn = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "\r")), bytes.count) != nil } ?? false
    }
    guard hasReturn else { return nil }
    var line = 1
    var isReturn = false
    for byte in bytes {
      if isReturn, byte != UInt8(ascii: "\n") { break }
      isReturn = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    guard isReturn else { return nil }
    return "line \(line) has a carriage return without a line feed, which ends a line for the compiler and not for git"
  }
}
