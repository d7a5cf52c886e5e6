// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Whether a name in a tree may become a file's name.
///
/// libgit2 refuses most of these too, but only while it writes, and it depends on the repository's configuration.
enum EntryName {
  /// Why the name is refused; `nil` when it is not.
  static func problem(with name: [UInt8]) -> String? {
    if name.isEmpty { return "an empty name" }
    if name == Array(".".utf8) || name == Array("..".utf8) { return "a name that leads out of its folder" }
    if name.contains(UInt8(ascii: "/")) || name.contains(UInt8(ascii: "\\")) {
      return "a name with a slash or a backslash"
    }
    if isGitFolder(name) { return "a name that git keeps for itself" }
    return nil
  }

  /// `.git` as some file system would read the name: without case, without characters that HFS+ ignores, without the
  /// dots and spaces at the end and the stream after a colon that NTFS ignores, or by its short name.
  private static func isGitFolder(_ name: [UInt8]) -> Bool {
    var scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnored($0) })
    if let colon = scalars.firstIndex(of: ":") { scalars.removeSubrange(colon...) }
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
