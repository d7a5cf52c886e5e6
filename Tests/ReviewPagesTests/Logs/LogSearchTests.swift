// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

@testable import ReviewPages

/// Searching a log.
struct LogSearchTests {
  private static let lines = [
    "  Compiling Shapes", "  error: x", "  \u{1b}[31mer\u{1b}[1mror\u{1b}[0m: y", "  ERROR: z", "", "  Übung",
    "  ÜBUNG", "  a\u{1b}[31mÜb\u{1b}[0mung", "  100 % [m 31m",
  ]

  private func found(_ text: String, _ lines: [String] = lines, limit: Int = 99) async throws -> ([Int], Bool) {
    try await withScratchDirectory { folder in
      let path = try folder.write("1.log", lines.map { "\($0)\n" }.joined())
      var file = LogFile(path: path)
      #expect(try file.refresh())
      var search = LogSearch(text, limit: limit)
      while try !file.look(for: &search) {}
      for line in search.lines { #expect(line.text == lines[line.number - 1]) }
      return (search.lines.map(\.number), search.hasMore)
    }
  }

  @Test(arguments: [
    ("error", [2, 3, 4]), ("ERROR", [2, 3, 4]), ("eRRoR: Y", [3]), ("none", []), ("", []),
    (" ", [1, 2, 3, 4, 6, 7, 8, 9]),
    // Only ASCII letters are compared without their case.
    ("Übung", [6, 7, 8]), ("ÜBUNG", [6, 7, 8]), ("übung", []), ("aÜb", [8]),
    // Nothing of a change of the style is found.
    ("31m", [9]), ("[31m", []), ("\u{1b}", []), ("[m", [9]), ("%", [9]), ("\n", []), ("\u{0}", []),
  ])
  func `lines with a text are found, regardless of the case and of colors`(text: String, numbers: [Int]) async throws {
    #expect(try await found(text).0 == numbers)
  }

  @Test(arguments: [(1, [2], true), (2, [2, 3], true), (3, [2, 3, 4], false), (4, [2, 3, 4], false)])
  func `the number of lines is limited`(limit: Int, numbers: [Int], hasMore: Bool) async throws {
    let (found, more) = try await found("error", limit: limit)
    #expect(found == numbers)
    #expect(more == hasMore)
  }

  @Test func `a text is found in every part of a long log`() async throws {
    let lines = (1...30_000).map { number in
      "  " + String(repeating: "x", count: number % 120) + (number % 1_000 == 0 ? " Needle \(number)" : "")
    }
    #expect(try await found("needle", lines).0 == Array(stride(from: 1_000, through: 30_000, by: 1_000)))
    #expect(try await found("needle 30000", lines).0 == [30_000])
  }

  @Test func `a page shows the lines, and the text that was searched`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      for line in Self.lines { log.write(.output(line: line)) }
      for number in 1...600 { log.write(.output(line: "many \(number)")) }
      try await pages.world.finish(lease, log)
      let cookie = try await pages.world.session("bob")
      let page = try await pages.get("/r/\(job.id)/log?q=ERROR", cookie: cookie).body
      #expect(page.contains("value=\"ERROR\""))
      #expect(page.contains("3 lines with this text"))
      #expect(page.matches(of: /id="L([0-9]+)"/).map { String($0.1) } == ["3", "4", "5"])
      #expect(page.contains("href=\"/r/1/log?line=3#L3\""))
      let many = try await pages.get("/r/\(job.id)/log?q=many", cookie: cookie).body
      #expect(many.contains("the first 500 lines with this text"))
      #expect(many.matches(of: /id="L[0-9]+"/).count == 500)
      let hostile = try await pages.get(
        "/r/\(job.id)/log?q=%22%3E%3Cscript%3E\(String(repeating: "a", count: 9_000))", cookie: cookie)
      #expect(hostile.status == 200)
      #expect(!hostile.body.contains("<script>"))
      #expect(hostile.body.contains("value=\"&quot;&gt;&lt;script&gt;aaa"))
      #expect(!hostile.body.contains(String(repeating: "a", count: 201)))
    }
  }
}
