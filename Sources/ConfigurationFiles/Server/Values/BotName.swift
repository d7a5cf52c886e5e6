// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What the bot is called: in its comment's marker, as the context of its statuses, and as the command `/NAME`.
package struct BotName: WrittenValue {
  package let marker: CommentMarker

  package init?(_ text: String) {
    guard let marker = CommentMarker(name: text) else { return nil }
    self.marker = marker
  }

  package var description: String { marker.name }

  package static let noun = "name of 1 to 60 letters, digits, - _ . and /, without --,"
  package static let examples = "reviewbot"
  package static let pattern = "^[A-Za-z0-9._/-]{1,60}$"
}
