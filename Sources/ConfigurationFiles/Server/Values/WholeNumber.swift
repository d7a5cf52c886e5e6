// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads decimal digits, and nothing that only looks like a number: no signs, underscores or digits of other scripts.
enum WholeNumber {
  static func read(_ text: some StringProtocol, digits: Int) -> Int? {
    guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
