// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension Fields {
  /// Names of forges are short; 1,000 bytes are more than any.
  private static let longestName = 1_000

  func required(_ path: String) throws(WebhookFault) -> String {
    guard let text = text(path), (1...Self.longestName).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw WebhookFault("the event has no \(path)")
    }
    return text
  }

  /// A number that is at least 1.
  func requiredNumber(_ path: String) throws(WebhookFault) -> Int {
    guard let number = number(path), number > 0 else { throw WebhookFault("the event has no \(path)") }
    return number
  }

  /// `nil` when there is none.
  func commit(_ path: String) throws(WebhookFault) -> CommitID? {
    guard let text = text(path), !text.isEmpty else { return nil }
    guard let commit = CommitID(text) else { throw WebhookFault("\(path) is no full commit id") }
    return commit
  }
}
