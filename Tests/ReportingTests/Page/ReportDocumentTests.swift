// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract
import Testing

@testable import Reporting

struct ReportDocumentTests {
  @Test(arguments: SampleReports.allCases)
  func `a page without inline scripts and styles can have a report in it`(sample: SampleReports) throws {
    let body = ReportDocument(try sample.report(), rules: []).body.text
    #expect(body.matches(of: #/<[a-z][^>]*\sstyle\s*=/#).isEmpty)
    #expect(body.matches(of: #/<[a-z][^>]*\son[a-z]+\s*=/#).isEmpty)
    #expect(body.matches(of: #/<(?:style|link|meta|html|head|body|header)\b/#).isEmpty)
    #expect(body.matches(of: #/<script[^>]*>/#).map { $0.output } == ["<script type=\"application/json\" id=\"data\">"])
    let ids = body.matches(of: #/<[a-z][^>]*\sid="([^"]*)"/#).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    #expect(Set(["search", "unified", "split", "theme", "main", "files", "keys", "data"]).isSubset(of: ids))
  }

  @Test func `the script sets no attribute with a style`() {
    let script = ReportDocument.script
    #expect(script.matches(of: #/cssText|["'`]style["'`]|\bstyle:|\.innerHTML|\.on[a-z]+ *=/#).isEmpty)
  }

  @Test func `the style sheet of all pages is a part of that of a report`() {
    #expect(ReportDocument.style.hasPrefix(ReportDocument.baseStyle + "\n"))
    #expect(ReportDocument.baseStyle.contains("--accent:") && !ReportDocument.baseStyle.contains("table.code"))
  }

  @Test func `the report's custom rules are described`() throws {
    let rule = CustomRule(id: "force_unwrapping", name: "Own", message: "about it", severity: .error, regex: "a")
    let report = try SampleReport.full().naming([rule])
    #expect(ReportDocument(report, rules: []).body.text.contains("<span class=\"soft\">about it</span>"))
  }
}
