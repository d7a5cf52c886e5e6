// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// `OWNER/NAME`.
struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  let owner: String
  let name: String

  /// Fails for what GitHub allows in no name: it would lead to another place of the API.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isName) else { return nil }
    owner = String(parts[0])
    name = String(parts[1])
  }

  var description: String { "\(owner)/\(name)" }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text != "." && text != ".."
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
      }
  }
}
