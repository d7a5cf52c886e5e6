// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The fields of a query or of a form.
struct SignInForm: Sendable {
  private(set) var fields: [String: String] = [:]
  private(set) var repeated: Set<String> = []

  init(_ text: String) {
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      if fields.updateValue(sides.count > 1 ? sides[1] : "", forKey: sides[0]) != nil { repeated.insert(sides[0]) }
    }
  }

  subscript(_ name: String) -> String { fields[name] ?? "" }

  /// Returns the violations of a form that must have some fields, may have others, and has none twice.
  func violations(required: Set<String>, optional: Set<String> = []) -> [String] {
    let missing = required.filter { self[$0].isEmpty }.sorted().map { "\($0) is missing" }
    let unknown = Set(fields.keys).subtracting(required).subtracting(optional).sorted().map { "\($0) is unknown" }
    return missing + unknown + repeated.sorted().map { "\($0) is repeated" }
  }
}
