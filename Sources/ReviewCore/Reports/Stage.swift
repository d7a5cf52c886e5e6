// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One step of a review and how long it took.
package struct Stage: Hashable, Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case done, failed, skipped
  }

  package let name: String
  package let status: Status
  package let milliseconds: Int
  /// One sentence, when there is something to say.
  package let detail: String?

  package init(name: String, status: Status, milliseconds: Int, detail: String? = nil) {
    self.name = name
    self.status = status
    self.milliseconds = milliseconds
    self.detail = detail
  }
}
