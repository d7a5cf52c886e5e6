// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension CommitStatus {
  /// - Parameters:
  ///   - state: the publication's state in the forge's words.
  ///   - characters: how long the forge takes a description.
  init(_ publication: Publication, state: String, characters: Int) {
    self.init(
      state: state, context: publication.marker.name,
      description: Self.shortened(publication.summary, to: characters))
  }

  /// Whether nothing has to be done when `newest` is the newest status of the same context.
  func isShown(by newest: CommitStatus?) -> Bool {
    newest?.state == state && (newest?.description ?? "") == (description ?? "")
  }

  /// One line that a forge takes, cut between characters. UTF-16 is counted: whatever the forge counts, it is not more.
  static func shortened(_ text: String, to limit: Int) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    guard line.utf16.count > limit else { return line }
    var cut = ""
    var count = 0
    for character in line {
      count += character.utf16.count
      guard count < limit else { break }
      cut.append(character)
    }
    return cut + "…"
  }
}
