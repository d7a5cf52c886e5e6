// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A share in exact integers. The numerator is doubled, so that half a line is a whole number.
package struct Percentage: Hashable, Sendable {
  package let doubledNumerator: Int
  package let denominator: Int

  package init(doubledNumerator: Int, denominator: Int) {
    self.doubledNumerator = doubledNumerator
    self.denominator = denominator
  }

  package var isComplete: Bool { doubledNumerator == 2 * denominator }

  /// Whether the share is at least the target less the threshold. Complete always is; nothing out of nothing too.
  package func reaches(_ target: PercentTarget, lessBy threshold: PercentTarget? = nil) -> Bool {
    let needed = target.thousandths - (threshold?.thousandths ?? 0)
    return isComplete || 50_000 * doubledNumerator >= needed * denominator
  }
}

/// One decimal, rounded down. `100` only for all, `0` only for none, `<0.1` between none and a tenth, `n/a` out of
/// nothing.
extension Percentage: CustomStringConvertible {
  package var description: String {
    if denominator == 0 { return "n/a" }
    if isComplete { return "100" }
    if doubledNumerator == 0 { return "0" }
    let tenths = doubledNumerator * 500 / denominator
    if tenths == 0 { return "<0.1" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
