// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Foundation

/// Names for a sentence: the first of them, and how many more there are.
struct NameList: CustomStringConvertible {
  private static let limit = 3
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  var description: String {
    let shown = names.prefix(Self.limit).joined(separator: ", ")
    return names.count > Self.limit ? "\(shown) and \(names.count - Self.limit) more" : shown
  }
}

/// The text of a path in git, which is any bytes without a NUL.
struct PathText: Hashable {
  /// The path; each byte that is not UTF-8 stands as `\xE4`, and then a backslash as two. A checkout has no file whose
  /// name has a backslash, so that none of its files can be mistaken for this one.
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
    // Decodes one scalar at a time, and shows what does not decode byte by byte.
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

/// Lends strings to libgit2 for the time of a call.
func withStringArray<Result>(_ strings: [String], _ body: (UnsafePointer<git_strarray>) -> Result) -> Result {
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeMutableBufferPointer { buffer in
    var array = git_strarray(strings: buffer.baseAddress, count: buffer.count)
    return body(&array)
  }
}
