// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Reporting

/// What people read is in their words, and not in those of the program's design.
struct ReaderWordsTests {
  private static let formats: [ReportFormat] = [.html, .markdown, .summary, .text, .github, .junit]
  private static let internalWords = [
    "measurable", "for information", "outside it", "partly run;", "(unreachable)", "doubtful", "warm", "describe",
  ]

  private func check(_ report: Report, _ hint: String) throws {
    let marker = try #require(CommentMarker(name: "reviewbot"))
    let files = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    var texts = try Self.formats.compactMap { format in
      try files.render(report, as: format).map { (name: "\(hint) as \(format)", text: $0) }
    }
    texts.append((name: "\(hint) as a status", text: SummaryRenderer().render(report)))
    for (name, text) in texts {
      // The code of a page, and the names of its elements, are not read.
      let read = text.replacing(#/(?s)<(style|script)[^>]*>.*?</(style|script)>/#, with: "")
        .replacing(#/<[^>]*>/#, with: " ").lowercased()
      for word in Self.internalWords { #expect(!read.contains(word), "\(word) in \(name)") }
    }
  }

  @Test(arguments: SampleReports.allCases)
  func `no internal word is in a sample report`(sample: SampleReports) throws {
    try check(try sample.report(), sample.rawValue)
  }

  @Test func `no internal word is in a report with all parts`() throws {
    try check(try SampleReport.full(), "full")
  }
}
