// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Whether a name in a tree may become a file's name.
///
/// libgit2 refuses most of these too, but only while it writes, and it depends on the repository's configuration.
enum EntryName {
  /// The longest name of a file or directory, in bytes (`NAME_MAX`).
  static let longest = 255

  /// Why no tree with this name is checked out; `nil` when the name stops nothing.
  static func problem(with name: UnsafeBufferPointer<UInt8>) -> String? {
    if name.isEmpty { return "an empty name" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
      return "a name that leads out of its folder"
    }
    if name.contains(UInt8(ascii: "/")) { return "a name with a slash" }
    if mayBeGitDirectory(name), isGitDirectory(name) { return "a name that git keeps for itself" }
    return nil
  }

  /// Why a file with this name, or in a directory with this name, is left out of a checkout; `nil` when it is not.
  static func obstacle(to name: UnsafeBufferPointer<UInt8>) -> OmittedFile.Reason? {
    if name.contains(UInt8(ascii: "\\")) { return .backslash }
    if name.count > longest { return .tooLong }
    let isASCII = name.allSatisfy { $0 < 0x80 }
    return isASCII || String(validating: name, as: UTF8.self) != nil ? nil : .notUTF8
  }

  /// Why the file at a path is left out of a checkout; `nil` when it is not.
  ///
  /// - Parameter longestPath: in bytes.
  static func obstacle(toPath path: UnsafePointer<CChar>, longestPath: Int) -> OmittedFile.Reason? {
    let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path)).assumingMemoryBound(to: UInt8.self)
    for name in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if let obstacle = obstacle(to: UnsafeBufferPointer(rebasing: name)) { return obstacle }
    }
    return bytes.count > longestPath ? .tooLong : nil
  }

  /// Names that begin with neither `.`, `g` nor a character that HFS+ may ignore need no closer look.
  private static func mayBeGitDirectory(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    return first == UInt8(ascii: ".") || first == UInt8(ascii: "g") || first == UInt8(ascii: "G") || first >= 0x80
  }

  /// `.git` as some file system would read the name: without case, without characters that HFS+ ignores, without the
  /// dots and spaces at the end, the stream after a colon and what follows a backslash on NTFS, or by its short name.
  private static func isGitDirectory(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnored($0) })
    if let end = scalars.firstIndex(where: { $0 == ":" || $0 == "\\" }) { scalars.removeSubrange(end...) }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return [".git", "git~1"].contains(String(text).lowercased())
  }

  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200c...0x200f, 0x202a...0x202e, 0x206a...0x206f, 0xfeff: true
    default: false
    }
  }
}
