// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Foundation

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
    let bytes = UnsafeBufferPointer(start: cString, count: strlen(cString)).map { UInt8(bitPattern: $0) }
    var text = ""
    var rest = bytes[...]
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        text += scalar == "\\" ? "\\\\" : String(scalar)
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        text += rest.prefix(length).map { "\\x" + hexadecimal($0) }.joined()
        rest = rest.dropFirst(length)
      case .emptyInput: return text
      }
    }
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
