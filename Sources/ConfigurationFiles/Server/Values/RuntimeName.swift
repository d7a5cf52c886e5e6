// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An OCI runtime, as podman and docker name it, or the absolute path of its program.
package struct RuntimeName: WrittenValue {
  package let name: String

  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    // What begins with a dash would be read as an option.
    guard isPlain, (1...400).contains(text.utf8.count), let first = text.first,
      (first.isLetter || first.isNumber) && !text.contains("/") || AbsolutePath(text) != nil
    else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "name of an OCI runtime, or absolute path of its program,"
  package static let examples = "runsc"
  package static let pattern = "^([A-Za-z0-9][A-Za-z0-9._-]*|/[A-Za-z0-9._/-]+)$"
}
