// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

/// The dates of `expiring_todo`, compared with a given day.
struct ExpiringTodoTests {
  private func findings(_ date: String, _ options: [String: OptionValue] = [:]) throws -> [String] {
    let today = try #require(CalendarDay(year: 2028, month: 2, day: 28))
    let settings = RuleSettings(rules: ["expiring_todo": RuleSetting(isOn: true, options: options)])
    let linter = try RuleLinter(
      rules: BuiltInRules.all.filter { $0.description.id == "expiring_todo" }, settings: settings, width: 1,
      today: today)
    return linter.findings(in: SourceText(path: "a.swift", text: "// TODO: [\(date)]\n")).findings.map {
      "\($0.severity.rawValue) \($0.message)"
    }
  }

  @Test(
    arguments: [
      ("02/27/2028", ["error expired comment; do the work or change the date"]),
      ("02/28/2028", ["error expired comment; do the work or change the date"]),
      ("02/29/2028", ["warning comment expires in 1 day"]), ("3/14/2028", ["warning comment expires in 15 days"]),
      ("03/15/2028", []), ("01/01/2030", []),
    ] as [(String, [String])])
  func `a comment is near its date for fifteen days, and expired on it`(date: String, expected: [String]) throws {
    #expect(try findings(date) == expected)
  }

  @Test(arguments: ["02/30/2029", "13/01/2029", "00/01/2029", "01/32/2029", "01/01/0000", "01/01/29", "2029/01/01"])
  func `numbers that are no date in the format are a finding`(date: String) throws {
    #expect(try findings(date) == ["error not a date in the format MM/dd/yyyy"])
  }

  @Test(arguments: [
    ("31.12.2027", "dd.MM.yyyy", "warning expired comment; do the work or change the date"),
    ("2027.12.31", "yyyy.MM.dd", "warning expired comment; do the work or change the date"),
    // As in SwiftLint, the format has the same separator.
    ("2027.12.31", "yyyy-MM-dd", "warning not a date in the format yyyy-MM-dd"),
    ("29.2.28", "dd.MM.yy", "error comment expires in 1 day"),
    ("29.2.2031", "dd.MM.yyyy", "warning not a date in the format dd.MM.yyyy"),
    ("1.1.2029", "dd MMM yyyy", "warning not a date in the format dd MMM yyyy"),
    ("1.1.2029", "yyyy", "warning not a date in the format yyyy"),
  ])
  func `the format, the separator and the severities are options`(
    date: String, format: String, expected: String
  ) throws {
    let options: [String: OptionValue] = [
      "date_format": .text(format), "date_separator": ".", "approaching_expiry_severity": "error",
      "expired_severity": "warning", "bad_formatting_severity": "warning",
    ]
    #expect(try findings(date, options) == [expected])
  }

  @Test(arguments: [
    ("20271231", "[", "", ["error expired comment; do the work or change the date"]),
    ("202712", "[", "", ["error not a date in the format yyyyMMdd"]),
    ("20271231", "", "", ["error expired comment; do the work or change the date"]),
    ("2999 20271231", "", "]", ["error expired comment; do the work or change the date"]), ("29991231", "[", "]", []),
    ("2027-12-31", "[", "]", []),
  ])
  func `the separator and the delimiters can be empty`(
    date: String, opening: String, closing: String, expected: [String]
  ) throws {
    let options: [String: OptionValue] = [
      "date_format": "yyyyMMdd", "date_separator": "", "date_delimiters_opening": .text(opening),
      "date_delimiters_closing": .text(closing),
    ]
    #expect(try findings(date, options) == expected)
  }
}
