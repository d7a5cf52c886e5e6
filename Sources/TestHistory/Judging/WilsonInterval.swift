// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A confidence interval for the rate of failures of a test, which is also right for few runs and for rates near 0 and 1.
///
/// E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
/// Statistical Association 22 (1927), 209–212.
package struct WilsonInterval: Hashable, Sendable {
  /// The quantile of the normal distribution for 95 % between both bounds.
  private static let z = 1.959964

  package let lower: Double
  package let upper: Double

  /// - Parameters:
  ///   - failures: at most `runs`.
  ///   - runs: for 0, the interval is that of no knowledge, from 0 to 1.
  package init(failures: Int, of runs: Int) {
    guard runs > 0 else {
      (lower, upper) = (0, 1)
      return
    }
    let (n, z2) = (Double(runs), Self.z * Self.z)
    let rate = Double(failures) / n
    let center = (rate + z2 / (2 * n)) / (1 + z2 / n)
    let half = Self.z * (rate * (1 - rate) / n + z2 / (4 * n * n)).squareRoot() / (1 + z2 / n)
    lower = failures == 0 ? 0 : max(0, center - half)
    upper = failures == runs ? 1 : min(1, center + half)
  }
}
