// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

extension CommitStatus {
  /// The status that a publication wants.
  init(_ publication: Publication) {
    self.init(
      state: publication.state.rawValue, context: publication.marker.name,
      description: Self.shortened(publication.summary))
  }

  /// Whether nothing has to be done when `newest` is the newest status of the same context.
  func isShown(by newest: CommitStatus?) -> Bool {
    newest?.state == state && (newest?.description ?? "") == (description ?? "")
  }

  /// One line that GitHub takes, cut between characters. UTF-16 is counted: whatever GitHub counts, it is not more.
  static func shortened(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let limit = GitHubLimits.statusDescriptionCharacters
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
