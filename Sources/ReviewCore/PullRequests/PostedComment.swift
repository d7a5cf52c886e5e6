// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A comment of a pull request as its forge shows it now.
package struct PostedComment: Hashable, Sendable {
  /// The account's name; `nil` for one that is gone.
  package let author: String?
  package let text: String
  /// Whether it was changed after it was written, by whomever.
  package let isEdited: Bool
  /// Whether the account that we ask and write as wrote it.
  package let isOwn: Bool

  package init(author: String?, text: String, isEdited: Bool, isOwn: Bool) {
    self.author = author
    self.text = text
    self.isEdited = isEdited
    self.isOwn = isOwn
  }
}
