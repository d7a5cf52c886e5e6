// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The operator's name for a forge; its webhooks are sent to `/webhook/NAME`.
package struct ForgeName: WrittenValue {
  package let name: String

  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7a, UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isPlain, (1...40).contains(text.utf8.count) else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "name of 1 to 40 small letters, digits and -,"
  package static let examples = "github or our-gitlab"
  package static let pattern = "^[a-z0-9-]{1,40}$"
}
