// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The sentences about a suppression. Its path and rule are hostile text, and stand before them.
enum SuppressionMessages {
  /// The words between the place and the rule, such as `error`.
  static func kind(_ suppression: Suppression) -> String {
    switch suppression.kind {
    case .finding: suppression.severity?.rawValue ?? "finding"
    case .coverage: "excluded from the"
    case .baseline: "baseline entry for"
    }
  }

  /// The words after the rule, such as `by the comment in line 12`.
  static func cause(_ suppression: Suppression) -> String {
    guard let comment = suppression.comment else {
      let count = suppression.count ?? 1
      return count == 1 ? "" : "with \(count) findings"
    }
    return "by the comment \(suppression.isCommentOfBase == true ? "of the base " : "")in line \(comment)"
  }

  /// Returns text such as `Sources/A.swift:12`.
  static func place(_ suppression: Suppression) -> String {
    suppression.path + (suppression.line.map { ":\($0)" } ?? "")
  }
}
