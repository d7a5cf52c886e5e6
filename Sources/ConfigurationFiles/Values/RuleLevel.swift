// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The one-word setting of a rule in a configuration.
struct RuleLevel {
  static let names = ["off", "on"] + Severity.allCases.map(\.rawValue)

  let isOn: Bool
  /// The severity; `nil` for `on` and `off`.
  let severity: Severity?

  init(_ text: String) throws(ValueError) {
    severity = Severity(rawValue: text)
    isOn = text != "off"
    guard Self.names.contains(text) else {
      throw ValueError(
        "expected one of \(Self.names.joined(separator: ", ")), found \(shown(text))",
        nearest: NearestName.find(for: text, in: Self.names))
    }
  }
}
