// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Foundation

/// A list of names for a message: the first names, and the number of the others.
struct NameList: CustomStringConvertible {
  private static let limit = 3
  let names: [String]

  var description: String {
    let shown = names.prefix(Self.limit).joined(separator: ", ")
    return names.count > Self.limit ? "\(shown) and \(names.count - Self.limit) more" : shown
  }
}

/// The text of a path in git, which can be any bytes without a NUL.
struct PathText: Hashable {
  /// The path; each byte that is not UTF-8 is escaped as `\xE4`, and a backslash is then doubled. A checkout has no
  /// file with a backslash in its name, so an escaped path cannot be mistaken for one of its files.
  let text: String
  let isEscaped: Bool

  init(cString: UnsafePointer<CChar>) {
    if let text = String(validatingCString: cString) {
      self.text = text
      isEscaped = false
    } else {
      text = Self.escaped(cString)
      isEscaped = true
    }
  }

  private static func escaped(_ cString: UnsafePointer<CChar>) -> String {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    var text = ""
    var decoder = UTF8()
    var start = 0
    var iterator = bytes.makeIterator()
    var consumed = 0
    // Decodes one scalar at a time, and escapes undecodable bytes.
    decoding: while start < bytes.count {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        text += scalar == "\\" ? "\\\\" : String(scalar)
        consumed = String(scalar).utf8.count
      case .error:
        text += "\\x" + hexadecimal(bytes[start])
        consumed = 1
      case .emptyInput:
        break decoding
      }
      start += consumed
      iterator = Array(bytes[start...]).makeIterator()
      decoder = UTF8()
    }
    return text
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// Provides strings to libgit2 for the duration of a call.
func withStringArray<Result>(_ strings: [String], _ body: (UnsafePointer<git_strarray>) -> Result) -> Result {
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeMutableBufferPointer { buffer in
    var array = git_strarray(strings: buffer.baseAddress, count: buffer.count)
    return body(&array)
  }
}
