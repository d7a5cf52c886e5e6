// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
package import Webhooks

/// What a comment asked for, as the subject of its job: text that leads back to it.
///
/// The comment's number is first, so that each comment has a job of its own, and the author last: a name may hold anything.
package struct CommandSubject: Hashable, Sendable {
  /// No forge has longer account names (GitHub 39, Gitea 40, GitLab 255 characters).
  package static let longestAuthor = 300
  /// What was said of a command that is none is cut there.
  package static let longestText = 100

  package let comment: Int
  /// Who wrote it, by the forge's account name.
  package let author: String
  package let command: CommentCommand

  /// `nil` for a comment without a number or an author, or with a name of more than 300 bytes.
  package init?(comment: Int, author: String, command: CommentCommand) {
    let author = Self.storable(author, Self.longestAuthor + 1)
    guard comment > 0, (1...Self.longestAuthor).contains(author.utf8.count) else { return nil }
    self.comment = comment
    self.author = author
    if case .unknown(let text) = command {
      self.command = .unknown(Self.storable(text, Self.longestText))
    } else {
      self.command = command
    }
  }

  /// Reads a job's subject. `nil` for what is none.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let comment = Self.word(&rest).flatMap({ Int($0) }), let kind = Self.word(&rest) else { return nil }
    let command: CommentCommand
    switch kind {
    case "recheck": command = .recheck
    case "ok":
      guard let commit = Self.word(&rest).flatMap({ CommitID($0) }) else { return nil }
      command = .approve(commit)
    case "unknown":
      guard let count = Self.word(&rest).flatMap({ Int($0) }), (0...Self.longestText).contains(count),
        rest.count > count, rest[rest.startIndex + count] == Self.space
      else { return nil }
      command = .unknown(String(decoding: rest.prefix(count), as: UTF8.self))
      rest = rest.dropFirst(count + 1)
    default: return nil
    }
    self.init(comment: comment, author: String(decoding: rest, as: UTF8.self), command: command)
  }

  /// At most 600 bytes.
  package var text: String {
    switch command {
    case .recheck: "\(comment) recheck \(author)"
    case .approve(let commit): "\(comment) ok \(commit) \(author)"
    case .unknown(let text): "\(comment) unknown \(text.utf8.count) \(text) \(author)"
    }
  }

  private static let space = UInt8(ascii: " ")

  /// Takes what is before the next space. Bytes, because a space and an accent after it are one character.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: space) else { return nil }
    let word = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    return word
  }

  /// The longest beginning that fits, without the null that ends a text in a database.
  private static func storable(_ text: String, _ limit: Int) -> String {
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let scalar = scalar == "\0" ? "\u{fffd}" : scalar
      count += UTF8.width(scalar)
      if count > limit { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
