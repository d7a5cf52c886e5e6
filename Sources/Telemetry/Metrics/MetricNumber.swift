// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Numbers as the exposition format writes them.
enum MetricNumber {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    // Whole numbers that a Double holds exactly are written like that.
    if abs(number) < 0x1p53, let whole = Int64(exactly: number) { return String(whole) }
    return "\(number)"
  }
}
