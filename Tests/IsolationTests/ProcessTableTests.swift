// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

@testable import Isolation

struct ProcessTableTests {
  private static func line(name: String, parent: String = "77", threads: String = "3", pages: String = "5") -> String {
    "42 (\(name)) S \(parent) 42 42 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 \(threads) 0 900 12345 \(pages) 18446744073709551615 1 1"
  }

  @Test(arguments: ["sh", "a b", ") S 1 (", "1 2 3", "\u{e9}\u{301}"])
  func `parent, threads and memory are read for any program name`(name: String) {
    let entry = ProcessTable.entry(42, stat: Array(Self.line(name: name).utf8))
    let page = (entry?.residentBytes ?? 0) / 5
    #expect(entry == ProcessTable.Entry(process: 42, parent: 77, threads: 3, residentBytes: 5 * page))
    #expect(page >= 4096 && page.nonzeroBitCount == 1)
  }

  @Test(arguments: ["", "42", "42 (sh", "42 (sh) S", "42 (sh) S 77 42 42"])
  func `a truncated line is not an entry`(text: String) {
    #expect(ProcessTable.entry(42, stat: Array(text.utf8)) == nil)
  }

  @Test(arguments: [("x", "3", "5"), ("77", "-3", "5"), ("77", "3", "5a")])
  func `a line with a field that is not a number is not an entry`(parent: String, threads: String, pages: String) {
    let line = Self.line(name: "sh", parent: parent, threads: threads, pages: pages)
    #expect(ProcessTable.entry(42, stat: Array(line.utf8)) == nil)
  }

  @Test func `a child is found among the processes of this machine`() throws {
    let child = try HelperProgram(["/bin/sh", "-c", "echo ready; read line"])
    #expect(try child.line() == "ready")
    let entry = try #require(ProcessTable.read().entries.first { $0.process == child.process })
    #expect(entry.threads == 1 && entry.residentBytes > 0)
    #expect(ProcessTable.children(of: entry.parent).contains(child.process))
    for found in [ProcessTable.descendants(of: [child.process]), ProcessTable.read().descendants(of: [child.process])] {
      #expect(found.map(\.process) == [child.process])
    }
  }
}
