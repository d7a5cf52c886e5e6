// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract

/// The name of a repository's folder among the mirrors: readable, and different for every repository.
enum MirrorName {
  private static let longestReadablePart = 60
  private static let digits = 16

  /// Whether a folder's name is a mirror's. Nothing else in the folder is ours.
  static func isOne(_ name: String) -> Bool {
    let suffix = name.utf8.suffix(digits + 1)
    return suffix.count == digits + 1 && suffix.first == UInt8(ascii: "-")
      && suffix.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func make(for repository: Repository, at address: CloneAddress) throws(WorkspaceError) -> String {
    // Two spellings of one repository share its mirror.
    let isSpelledFreely = repository.forge != .local
    let name = isSpelledFreely ? repository.name.lowercased() : repository.name
    let readable = name.prefix(longestReadablePart).map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_") ? character : "-"
    }
    var id = git_oid()
    let text = Array((isSpelledFreely ? address.url.lowercased() : address.url).utf8)
    try check(git_odb_hash(&id, text, text.count, GIT_OBJECT_BLOB), "name the mirror")
    return "\(String(readable))-\(CommitID(id).hex.prefix(digits))"
  }
}
