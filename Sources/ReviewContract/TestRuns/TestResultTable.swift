// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation

/// Identifies a test of a package in records: 48 bits of the SHA-256 of package, suite and name, which may be long.
///
/// Two of 20,000 tests have the same digest with a probability of 1 in a million; their results are then mixed.
package struct TestDigest: Hashable, Comparable, Sendable {
  static let byteCount = 6

  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  /// - Parameter package: the package's folder; empty for the root.
  package init(_ test: TestID, package: String) {
    let text = Array([package, test.suite, test.name].joined(separator: "\u{0}").utf8)
    bits = SHA256.hash(data: text).prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package static func < (one: TestDigest, other: TestDigest) -> Bool { one.bits < other.bits }
}

/// The results of all tests of a review, without their names: 8 bytes for each test.
package struct TestResultTable: Hashable, Sendable {
  /// The result of one test.
  package struct Row: Hashable, Sendable {
    package let test: TestDigest
    package let result: TestCase.Result
    /// `nil` if the duration is not known.
    package let milliseconds: Double?

    package init(_ test: TestDigest, _ result: TestCase.Result, milliseconds: Double? = nil) {
      self.test = test
      self.result = result
      self.milliseconds = milliseconds
    }
  }

  /// Of more tests, those that did not pass are kept first.
  package static let maximumTests = 250_000
  package static let maximumBytes = maximumTests * rowBytes
  private static let rowBytes = TestDigest.byteCount + 2

  /// Rows in the order of their digests: the digest, its result, and the code of its duration.
  package private(set) var bytes: [UInt8] = []
  /// The number of tests over ``maximumTests``.
  package private(set) var omittedTests = 0

  /// - Parameter rows: of a test that occurs several times, the worst result counts.
  package init(_ rows: [Row]) {
    var worst: [TestDigest: Row] = [:]
    for row in rows {
      if let other = worst[row.test], other.result.rank >= row.result.rank { continue }
      worst[row.test] = row
    }
    var kept = Array(worst.values)
    if kept.count > Self.maximumTests {
      kept.sort { ($0.result.rank, $1.test) > ($1.result.rank, $0.test) }
      kept.removeLast(kept.count - Self.maximumTests)
    }
    omittedTests = worst.count - kept.count
    kept.sort { $0.test < $1.test }
    bytes.reserveCapacity(kept.count * Self.rowBytes)
    for row in kept {
      for byte in 0..<TestDigest.byteCount { bytes.append(UInt8(truncatingIfNeeded: row.test.bits >> (40 - 8 * byte))) }
      bytes.append(row.result.code)
      bytes.append(row.milliseconds.map { DurationCode.code(milliseconds: $0) } ?? 0)
    }
  }

  /// - Returns: `nil` for bytes that are not those of a table.
  package init?(bytes: [UInt8], omittedTests: Int = 0) {
    guard bytes.count.isMultiple(of: Self.rowBytes), bytes.count <= Self.maximumBytes, omittedTests >= 0 else {
      return nil
    }
    self.bytes = bytes
    self.omittedTests = omittedTests
    for row in 0..<count {
      guard TestCase.Result(code: code(at: row)) != nil, row == 0 || bits(at: row - 1) < bits(at: row) else {
        return nil
      }
    }
  }

  package var count: Int { bytes.count / Self.rowBytes }

  /// The result of a test; `nil` if it is not in the table.
  package func result(of test: TestDigest) -> TestCase.Result? {
    row(of: test).flatMap { TestCase.Result(code: code(at: $0)) }
  }

  /// The duration of a test that passed, in milliseconds, rounded to 4 %.
  package func milliseconds(of test: TestDigest) -> Double? {
    row(of: test).flatMap { milliseconds(at: $0) }
  }

  /// All results, in the order of the digests.
  package var rows: [Row] {
    (0..<count).compactMap { row in
      TestCase.Result(code: code(at: row)).map { result in
        Row(TestDigest(bits: bits(at: row)), result, milliseconds: DurationCode.milliseconds(durationCode(at: row)))
      }
    }
  }

  /// Looks tests up in the order of their digests, in one pass.
  package struct Cursor {
    private let table: TestResultTable
    private var row = 0

    package init(_ table: TestResultTable) { self.table = table }

    /// See ``TestResultTable/milliseconds(of:)``.
    ///
    /// - Parameter test: not less than the one before.
    package mutating func milliseconds(of test: TestDigest) -> Double? {
      while row < table.count, table.bits(at: row) < test.bits { row += 1 }
      guard row < table.count, table.bits(at: row) == test.bits else { return nil }
      return table.milliseconds(at: row)
    }
  }

  private func milliseconds(at row: Int) -> Double? {
    code(at: row) == TestCase.Result.passed.code ? DurationCode.milliseconds(durationCode(at: row)) : nil
  }

  private func code(at row: Int) -> UInt8 { bytes[row * Self.rowBytes + TestDigest.byteCount] }

  private func durationCode(at row: Int) -> UInt8 { bytes[row * Self.rowBytes + TestDigest.byteCount + 1] }

  private func bits(at row: Int) -> UInt64 {
    let start = row * Self.rowBytes
    var bits: UInt64 = 0
    for index in start..<(start + TestDigest.byteCount) { bits = bits << 8 | UInt64(bytes[index]) }
    return bits
  }

  private func row(of test: TestDigest) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if bits(at: middle) < test.bits { low = middle + 1 } else { high = middle }
    }
    return low < count && bits(at: low) == test.bits ? low : nil
  }
}

/// Durations in one byte: steps of 7.5 %, from 0.1 milliseconds to 3 hours.
enum DurationCode {
  private static let step = log(1.075)
  private static let unit = 0.1

  /// - Returns: 0 for a duration that is not known.
  static func code(milliseconds: Double) -> UInt8 {
    guard milliseconds > 0 else { return 0 }
    return UInt8(min(max((log(milliseconds / unit) / step).rounded() + 1, 1), 255))
  }

  static func milliseconds(_ code: UInt8) -> Double? { code == 0 ? nil : unit * exp(step * (Double(code) - 1)) }
}

extension TestCase.Result {
  private static let codes: [TestCase.Result] = [.passed, .failed, .skipped, .flaky, .crashed, .unfinished]

  fileprivate var code: UInt8 { UInt8(Self.codes.firstIndex(of: self) ?? 0) }

  fileprivate init?(code: UInt8) {
    guard Self.codes.indices.contains(Int(code)) else { return nil }
    self = Self.codes[Int(code)]
  }

  /// Worse results have larger numbers.
  fileprivate var rank: Int {
    switch self {
    case .skipped: 0
    case .passed: 1
    case .unfinished: 2
    case .flaky: 3
    case .failed: 4
    case .crashed: 5
    }
  }
}
