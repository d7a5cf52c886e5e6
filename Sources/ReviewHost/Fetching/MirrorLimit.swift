// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What all mirrors may take on the disk together: `$REVIEWBOT_MIRRORS_LIMIT`, such as `500M` or `20G`.
package struct MirrorLimit: Sendable {
  private static let variable = "REVIEWBOT_MIRRORS_LIMIT"
  private static let units: [Character: Int] = ["M": 1 << 20, "G": 1 << 30, "T": 1 << 40]

  /// `nil` when the operator has nothing to say about it.
  package let bytes: Int?

  package init(bytes: Int?) {
    self.bytes = bytes
  }

  package init(environment: [String: String]) throws(UsageError) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      bytes = nil
      return
    }
    guard let unit = text.last.flatMap({ Self.units[$0] }), (2...6).contains(text.utf8.count),
      text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(text.dropLast()), count > 0
    else { throw UsageError("\(Self.variable) is no size", remedy: "write one such as 500M, 20G or 1T") }
    bytes = count * unit
  }
}
