// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The disk space limit for all mirrors together: `$REVIEWBOT_MIRRORS_LIMIT`, such as `500M` or `20G`.
package struct MirrorLimit: Sendable {
  private static let variable = "REVIEWBOT_MIRRORS_LIMIT"
  private static let units: [Character: Int] = ["M": 1 << 20, "G": 1 << 30, "T": 1 << 40]

  /// `nil` for the default.
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
    else { throw UsageError("\(Self.variable) is not a size", remedy: "set it to a size such as 500M, 20G or 1T") }
    bytes = count * unit
  }
}
