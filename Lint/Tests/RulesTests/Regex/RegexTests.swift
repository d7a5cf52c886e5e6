// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Rules

/// Searches of regular expressions, and their limits.
struct RegexTests {
  private func search(
    _ pattern: String, _ text: String, limit: Int = .max, _ budget: RegexBudget? = nil
  ) throws -> (count: Int, stop: RegexStop?) {
    let found = try BudgetedRegex(pattern).search(RegexText(text), limit: limit, budget)
    return (found.matches.count, found.stop)
  }

  private static let texts = [
    "", "a", "let x = 1\n  let bc = \"x\"\r\n\r\n// Größe: 😀 print(x)\u{2028}end\n", "\n\n", "aab\u{301}b😀😀ö",
  ]

  @Test(arguments: [
    "x", "x*", "^", "$", "^\\s*(let) (?!bc)", "(?<=let )\\w+", "(?<name>b)?c|(x)", ".", "(?s).+", "(?i)LET|größe",
    "\\bx\\b",
    "[^\\n]+$", "\\R", "😀", "\\X", "(a+)(a*)b", "\\y", "(?x) l e t # all", "\\p{L}+", "(", "[", "a{2,1}",
    "(?<a>x)(?<a>y)",
    "\\Qx\\E", "(?#c)x", "\\u0061", "(.)\\1",
  ])
  func `Foundation's and ICU's engine find the same`(pattern: String) {
    for lines in [true, false] {
      for dot in [true, false] {
        let options = RegexOptions(anchorsMatchLines: lines, dotMatchesLineBreaks: dot)
        let engines: [(any RegexEngine)?] = [FoundationRegex(pattern, options), Self.builtInEngine(pattern, options)]
        #expect((engines[0] == nil) == (engines[1] == nil))
        let found = engines.map { engine in
          Self.texts.map { text in
            var found: [[Range<Int>?]] = []
            let text = RegexText(text)
            let stop = engine?.search(text, RegexBudget(forUnits: text.count)) { range in
              found.append((0...(engine?.groupCount ?? 0)).map { range($0) })
              return true
            }
            #expect(stop == nil)
            return found
          }
        }
        #expect(found[0] == found[1], "\(options)")
      }
    }
  }

  private static func builtInEngine(_ pattern: String, _ options: RegexOptions) -> (any RegexEngine)? {
    #if canImport(_FoundationICU) && compiler(>=6.3)
      ICURegex(pattern, options)
    #else
      FoundationRegex(pattern, options)
    #endif
  }

  @Test(arguments: ["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*=", "^(([a-z])+.)+[A-Z]([a-z])+$"])
  func `an expression that takes exponential time is stopped, and shorter texts are searched`(pattern: String) throws {
    #expect(try search(pattern, String(repeating: "a", count: 40) + "!").stop == .steps)
    #expect(try search(pattern, String(repeating: "a", count: 8) + "!").stop == nil)
  }

  @Test func `an expression that takes quadratic time is stopped in a large text only`() throws {
    #expect(try search("\\w+=", String(repeating: "a", count: 3_000)) == (0, nil))
    #expect(try search("\\w+=", String(repeating: "a", count: 100_000)) == (0, .steps))
  }

  @Test func `the limit of matches ends a search, which is not a stop`() throws {
    #expect(try search("a", "aaaa", limit: 3) == (3, nil))
    #expect(try search("a", "aaaa", limit: 4) == (4, nil))
  }

  @Test func `a group that is repeated for each character of a large text is not stopped`() throws {
    #expect(try search("^(?:a|b)*$", String(repeating: "ab", count: 150_000)) == (1, nil))
  }

  #if canImport(_FoundationICU) && compiler(>=6.3)
    @Test func `an expression that needs much memory for each character is stopped`() throws {
      let groups = "abcdefghijklmnopqrst".map { "(\($0))" }.joined(separator: "|")
      #expect(try search("^(?:\(groups))*$", String(repeating: "t", count: 100)) == (1, nil))
      #expect(try search("^(?:\(groups))*$", String(repeating: "t", count: 200_000)) == (0, .memory))
    }
  #endif

  @Test func `several searches share a budget, which stays exhausted`() throws {
    let budget = RegexBudget(forUnits: 0)
    #expect(try search("(a+)+$", String(repeating: "a", count: 40) + "!", budget).stop == .steps)
    #expect(try search("a", "a b", budget) == (0, .steps))
    #expect(budget.stop == .steps)
  }

  @Test(arguments: [(0, 1_000), (49, 1_000), (50, 1_001), (1_000_000, 21_000)])
  func `the limit of steps grows with the text`(units: Int, steps: Int) {
    let budget = RegexBudget(forUnits: units) { .zero }
    var count = 0
    while budget.spendStep() { count += 1 }
    #expect(count + 1 == steps)
    #expect(budget.stop == .steps)
    #expect(!budget.spendPosition())
  }

  @Test(arguments: [(0, 5_000, true), (0, 5_001, false), (100_000, 7_000, true), (100_000, 7_001, false)])
  func `the limit of time grows with the text`(units: Int, milliseconds: Int, isEnough: Bool) {
    var now = Duration.seconds(9)
    let budget = RegexBudget(forUnits: units) { now }
    for _ in 0..<RegexBudget.positionsPerReading { #expect(budget.spendPosition()) }
    now += .milliseconds(milliseconds)
    for _ in 1..<RegexBudget.positionsPerReading { #expect(budget.spendPosition()) }
    #expect(budget.spendPosition() == isEnough)
    #expect(budget.stop == (isEnough ? nil : .time))
  }

  @Test func `the time between two searches does not count`() {
    var now = Duration.zero
    let budget = RegexBudget(forUnits: 0) { now }
    for _ in 0..<10 {
      for _ in 0..<2 * RegexBudget.positionsPerReading { #expect(budget.spendPosition()) }
      budget.endSearch()
      now += .seconds(4)
    }
    #expect(budget.stop == nil)
  }

  @Test func `a search without steps is stopped by its time`() throws {
    for engine in [FoundationRegex("[^x]*+y", RegexOptions()), Self.builtInEngine("[^x]*+y", RegexOptions())]
      as [(any RegexEngine)?]
    {
      var seconds = 0
      let budget = RegexBudget(forUnits: 0) {
        seconds += 1
        return .seconds(3 * seconds)
      }
      let engine = try #require(engine)
      #expect(engine.search(RegexText(String(repeating: "a", count: 3_500)), budget) { _ in true } == .time)
      #expect(seconds < 10)
    }
  }

  @Test func `the ranges of matches are in UTF-8 bytes`() throws {
    let found = try BudgetedRegex("(ö)|(x)").search(RegexText("é😀öx"), group: 2, capturing: [1, 2], limit: 9)
    #expect(found.matches == [BudgetedRegex.Match(whole: 8..<9, group: 8..<9, groups: [2: 8..<9])])
  }
}
