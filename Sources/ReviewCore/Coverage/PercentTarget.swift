// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A percentage as written in a configuration, kept exactly: 0 to 100 with at most three decimals.
package struct PercentTarget: Hashable, Sendable, CustomStringConvertible {
  /// In thousandths of a percent: 72.5 % is 72 500.
  package let thousandths: Int

  /// Reads `80`, `72.5` or `72.5%`; never by way of a floating-point number.
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

extension PercentTarget: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let target = PercentTarget(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a percentage: \(text.prefix(40))")
    }
    self = target
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
