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
    return isComplete || 50_000 * Int128(doubledNumerator) >= Int128(needed) * Int128(denominator)
  }

  /// Whether the share is at least the other less the threshold. Above nothing out of nothing everything is.
  package func reaches(_ other: Percentage, lessBy threshold: PercentTarget? = nil) -> Bool {
    if isComplete || other.denominator == 0 { return true }
    // Both shares over both denominators, in thousandths of a percent: up to 80 bits for 2^31 lines.
    let (own, others) = (Int128(denominator), Int128(other.denominator))
    let allowed = Int128(threshold?.thousandths ?? 0) * own * others
    return 50_000 * Int128(doubledNumerator) * others + allowed >= 50_000 * Int128(other.doubledNumerator) * own
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

extension Percentage {
  /// How far it is from another, in percentage points with one decimal, cut toward nothing: `+1.2`, `−0.3`, `±0`, and
  /// `+<0.1` for less than a tenth; `nil` when one of them is out of nothing.
  package func difference(from other: Percentage) -> String? {
    guard denominator > 0, other.denominator > 0 else { return nil }
    let (own, others) = (Int128(denominator), Int128(other.denominator))
    let difference = Int128(doubledNumerator) * others - Int128(other.doubledNumerator) * own
    if difference == 0 { return "±0" }
    let sign = difference > 0 ? "+" : "−"
    let tenths = Int(difference.magnitude * 500 / (own * others).magnitude)
    if tenths == 0 { return sign + "<0.1" }
    return sign + (tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)")
  }
}
