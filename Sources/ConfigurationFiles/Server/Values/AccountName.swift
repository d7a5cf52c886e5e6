// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Somebody's name on a forge, such as `octocat` or `dependabot[bot]`.
package struct AccountName: WrittenValue {
  package let name: String

  package init?(_ text: String) {
    let base = text.hasSuffix("[bot]") ? text.dropLast("[bot]".count) : text[...]
    let isPlain = base.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isPlain, (1...255).contains(base.utf8.count), !base.hasPrefix("-") else { return nil }
    name = text
  }

  /// Whether it is this account. All forges take capitals and small letters of names for the same.
  package func isSame(as account: String) -> Bool { name.lowercased() == account.lowercased() }

  package var description: String { name }

  package static let noun = "account"
  package static let examples = "octocat"
  package static let pattern = #"^[A-Za-z0-9._][A-Za-z0-9._-]*(\[bot\])?$"#

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("@") ? "write it without @" : nil
  }
}
