// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension StringProtocol {
  /// Returns whether all bytes are ASCII letters, ASCII digits or bytes of `punctuation`; `true` for an empty text.
  ///
  /// `Character.isLetter` and `Character.isNumber` accept characters of all scripts, some of which look alike.
  package func isASCIIName(punctuation: String) -> Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: punctuation.utf8.contains(byte)
      }
    }
  }

  /// Whether all bytes are ASCII digits; `true` for an empty text.
  package var isASCIIDigits: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
