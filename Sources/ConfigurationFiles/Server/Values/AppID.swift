// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The number or the client id of a GitHub App.
package struct AppID: WrittenValue {
  package let id: String

  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    guard isPlain, (1...100).contains(text.utf8.count) else { return nil }
    id = text
  }

  package var description: String { id }

  package static let noun = "app's number or client id"
  package static let examples = #""12345""#
  package static let pattern = "^[!-.0-~]{1,100}$"
}
