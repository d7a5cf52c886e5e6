// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

struct ExpiringTodoRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The severity of a date that is near.", choices: ["warning", "error"])
    var approachingExpirySeverity = "warning"
    @RuleOption("The severity of a date that is reached.", choices: ["warning", "error"])
    var expiredSeverity = "error"
    @RuleOption("The severity of numbers that are not a date.", choices: ["warning", "error"])
    var badFormattingSeverity = "error"
    @RuleOption("The number of days before its date from which a comment is reported.", allowed: 0...1_000_000)
    var approachingExpiryThreshold = 15
    @RuleOption(
      "The order of year (`yyyy` or `yy`), month (`MM`) and day (`dd`), with the separator between them.",
      format: .dateFormat)
    var dateFormat = "MM/dd/yyyy"
    @RuleOption("The text before a date.") var dateDelimitersOpening = "["
    @RuleOption("The text after a date.") var dateDelimitersClosing = "]"
    @RuleOption("The text between the numbers of a date.") var dateSeparator = "/"
  }

  static let description = RuleDescription(
    id: "expiring_todo", summary: "Do the work of a `TODO` or `FIXME` comment before the date in it.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "// TODO: [↓01/31/2001] remove", "/* FIXME: rename\n [↓31/01/2001] */\nlet a = 1 // TODO: (b) [↓02/30/2999]",
      Example(
        "// TODO: <↓2999-12-31> remove",
        options: [
          "date_format": "yyyy-MM-dd", "date_delimiters_opening": "<", "date_delimiters_closing": ">",
          "date_separator": "-", "approaching_expiry_threshold": 1_000_000,
        ]),
    ],
    nonTriggering: [
      "// TODO: [01/31/2999] remove", "// TODO: remove\nlet a = 1 // [01/31/2001]", "let a = \"TODO: [01/31/2001]\"",
      "// TODO: [01-31-2001]", "// MYTODO [01/31/2001], todo [01/31/2001]", "// Written [01/31/2001]. TODO: read",
    ])

  /// Filled in by ``Rule/make(options:knownRules:today:)``.
  var today = CalendarDay.first
  private let options: Options
  private let opening: [UInt8]
  private let separator: [UInt8]
  private let closing: [UInt8]

  init(options: Options) {
    self.options = options
    opening = Array(options.dateDelimitersOpening.utf8)
    separator = Array(options.dateSeparator.utf8)
    closing = Array(options.dateDelimitersClosing.utf8)
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let words = ["TODO", "FIXME"].flatMap { file.occurrences(of: $0).ranges }.sorted { $0.lowerBound < $1.lowerBound }
    return words.indices.compactMap { index in
      let word = words[index]
      let comment = file.comments.partitioningIndex { $0.range.upperBound > word.lowerBound }
      guard comment < file.comments.count, file.comments[comment].range.contains(word.lowerBound) else { return nil }
      // The date can be in a comment after it, unless there is code or another such word in between.
      let token = file.tokenRanges.partitioningIndex { $0.lowerBound >= word.upperBound }
      let limit = min(
        token < file.tokenRanges.count ? file.tokenRanges[token].lowerBound : file.text.bytes.count,
        index + 1 < words.count ? words[index + 1].lowerBound : .max)
      guard let (range, numbers) = firstDate(in: file.text.bytes[word.upperBound..<limit]) else { return nil }
      return violation(numbers, range)
    }
  }

  private func violation(_ numbers: [String], _ range: Range<Int>) -> Violation? {
    guard let day = CalendarDay(numbers, format: options.dateFormat, separator: options.dateSeparator) else {
      let message = "not a date in the format \(options.dateFormat)"
      return Violation(range, message, severity: Severity(rawValue: options.badFormattingSeverity))
    }
    guard day > today else {
      let message = "expired comment; do the work or change the date"
      return Violation(range, message, severity: Severity(rawValue: options.expiredSeverity))
    }
    let days = day.days(since: today)
    guard days <= options.approachingExpiryThreshold else { return nil }
    let message = "comment expires in \(days) \(days == 1 ? "day" : "days")"
    return Violation(range, message, severity: Severity(rawValue: options.approachingExpirySeverity))
  }

  /// Returns the first three numbers between the delimiters, and their range.
  private func firstDate(in bytes: ArraySlice<UInt8>) -> (Range<Int>, [String])? {
    var start = bytes.startIndex
    // Without a text before a date, it begins with a digit.
    while let found = bytes[start...].firstIndex(where: { opening.isEmpty ? $0.isDigit : $0 == opening[0] }) {
      if let date = date(at: found, in: bytes) { return date }
      start = found + 1
    }
    return nil
  }

  private func date(at start: Int, in bytes: ArraySlice<UInt8>) -> (Range<Int>, [String])? {
    var rest = bytes[start...]
    func skip(_ text: [UInt8]) -> Bool {
      guard rest.starts(with: text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }
    guard skip(opening) else { return nil }
    let dateStart = rest.startIndex
    var numbers: [String] = []
    let (count, lengths) = separator.isEmpty ? (1, 3...12) : (3, 1...4)
    while numbers.count < count {
      guard numbers.isEmpty || skip(separator) else { return nil }
      let digits = rest.prefix(lengths.upperBound + 1).prefix { $0.isDigit }
      guard lengths.contains(digits.count) else { return nil }
      numbers.append(String(decoding: digits, as: UTF8.self))
      rest = rest.dropFirst(digits.count)
    }
    let dateEnd = rest.startIndex
    return skip(closing) ? (dateStart..<dateEnd, numbers) : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
