// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A changed file that the comparison, a rule or the coverage could not look at.
public struct UncheckedFile: Hashable, Sendable {
  /// Hostile text.
  public let path: String
  /// The end of a sentence: `it has more than 33554432 bytes`.
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension Finding {
  /// The rule of findings about changed sources that were not checked.
  public static let uncheckedFile = "not_checked"

  public var isAboutUncheckedFile: Bool { rule == Self.uncheckedFile }

  /// The rule of findings about files that are missing in the checkout.
  public static let omittedFile = "omitted_file"

  /// The maximum length of a path in characters: enough to find the file, and short enough for every forge.
  private static let longestPath = 300

  /// Returns the form of a path in findings.
  public static func shortened(_ path: String) -> String {
    path.unicodeScalars.count > longestPath ? String(path.prefix(longestPath)) + "…" : path
  }
}
