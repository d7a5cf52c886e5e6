// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Two limits of a measure: a value above the first is a finding with the severity of the rule, one above the second an
/// error. If the second limit is zero, no value is an error.
struct Limits {
  let warning: Int
  let error: Int

  init(_ warning: Int, _ error: Int) {
    self.warning = warning
    self.error = error
  }

  /// The highest value that is within both limits, which can be that of errors.
  var lowest: Int { error > 0 ? min(warning, error) : warning }

  /// - Returns: nil if the value is within the limits.
  func excess(of value: Int) -> (limit: Int, severity: Severity?)? {
    if error > 0, value > error { return (error, .error) }
    return value > warning ? (warning, nil) : nil
  }
}

extension RuleOption<Int> {
  /// - Parameter measure: what may be at most the value of the option.
  init(wrappedValue: Int, maximum measure: String, allowed: ClosedRange<Int> = 1...100_000) {
    self.init(wrappedValue: wrappedValue, "The maximum \(measure).", allowed: allowed)
  }

  /// - Parameter measure: what is an error above the value of the option, unless that is zero.
  init(wrappedValue: Int, errorAbove measure: String) {
    self.init(
      wrappedValue: wrappedValue, "The maximum \(measure) that is not an error; 0 for no limit.",
      allowed: 0...1_000_000)
  }
}
