// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A share in exact integers. The numerator is doubled, so that half a line is a whole number.
package struct Percentage: Hashable, Sendable {
  package let doubledNumerator: Int
  package let denominator: Int

  package var isComplete: Bool { doubledNumerator == 2 * denominator }

  /// Returns whether the share is at least the target minus the threshold. A complete share always is, and so is 0 of
  /// 0.
  package func reaches(_ target: PercentTarget, lessBy threshold: PercentTarget? = nil) -> Bool {
    let needed = target.thousandths - (threshold?.thousandths ?? 0)
    return isComplete || 50_000 * Int128(doubledNumerator) >= Int128(needed) * Int128(denominator)
  }

  /// Returns whether the share is at least the other minus the threshold. Every share reaches 0 of 0.
  package func reaches(_ other: Percentage, lessBy threshold: PercentTarget? = nil) -> Bool {
    if isComplete || other.denominator == 0 { return true }
    // Both shares over both denominators, in thousandths of a percent: up to 80 bits for 2^31 lines.
    let (own, others) = (Int128(denominator), Int128(other.denominator))
    let allowed = Int128(threshold?.thousandths ?? 0) * own * others
    return 50_000 * Int128(doubledNumerator) * others + allowed >= 50_000 * Int128(other.doubledNumerator) * own
  }
}

/// One decimal, rounded down. `100` only for all, `0` only for none, `<0.1` between none and a tenth, `n/a` for 0 of 0.
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
  /// Returns the difference from another share, in percentage points with one decimal, rounded toward zero: `+1.2`,
  /// `−0.3`, `±0`, and `+<0.1` for less than a tenth; `nil` when a denominator is 0.
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

/// A percentage as written in a configuration, kept exactly: 0 to 100 with at most three decimals.
package struct PercentTarget: Hashable, Sendable, CustomStringConvertible {
  /// The percentage in thousandths of a percent: 72.5 % is 72 500.
  package let thousandths: Int

  /// Parses `80`, `72.5` or `72.5%`, without conversion to a floating-point number.
  package init?(_ text: some StringProtocol) {
    let digits = text.hasSuffix("%") ? text.dropLast().drop(while: { $0 == " " })[...] : text[...]
    let trimmed = digits.last == " " ? digits.dropLast() : digits[...]
    let parts = trimmed.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...3).contains(whole.utf8.count), whole.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...3).contains(decimals.utf8.count), decimals.allSatisfy(\.isASCIIDigit) else { return nil }
    let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
    guard let value = Int(whole + padded), value <= 100_000 else { return nil }
    thousandths = value
  }

  package var description: String {
    let whole = thousandths / 1000
    var decimals = String(String(thousandths % 1000 + 1000).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return decimals.isEmpty ? "\(whole)" : "\(whole).\(decimals)"
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension PercentTarget: RawRepresentable, Codable {
  package init?(rawValue: String) { self.init(rawValue) }

  package var rawValue: String { description }
}
