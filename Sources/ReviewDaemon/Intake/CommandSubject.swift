// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The comment that asked for something, as the subject of its job.
///
/// Only its number: who wrote it and what it says is asked of the forge when the job runs, since a webhook's message is a hint.
package struct CommandSubject: Hashable, Sendable {
  package let comment: Int

  /// `nil` for what is no number of a comment.
  package init?(comment: Int) {
    guard comment > 0 else { return nil }
    self.comment = comment
  }

  /// Reads a job's subject. `nil` for what is none.
  package init?(_ text: String) {
    guard let number = Int(text) else { return nil }
    self.init(comment: number)
  }

  package var text: String { "\(comment)" }
}
