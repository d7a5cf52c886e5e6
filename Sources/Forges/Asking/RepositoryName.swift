// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// `OWNER/NAME`; on GitLab also `GROUP/SUBGROUP/NAME`.
struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  let owner: String
  let name: String

  /// Fails for what forges allow in no name: it would lead to another place of the API.
  ///
  /// - Parameter hasGroups: whether the owner may be several names.
  init?(_ text: String, hasGroups: Bool = false) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 || (hasGroups && parts.count > 2), parts.allSatisfy(Self.isName) else { return nil }
    owner = parts.dropLast().joined(separator: "/")
    name = String(parts[parts.count - 1])
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
