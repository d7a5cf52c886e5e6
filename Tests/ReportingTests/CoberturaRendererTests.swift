// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

@testable import Reporting

struct CoberturaRendererTests {
  private func render(_ files: [LineReport.File]) -> String {
    CoberturaRenderer(tool: "reviewbot 0.1.0").render(
      LineReport(files: files, unmeasured: [], partials: .covered))
  }

  private func file(_ path: String, _ classes: [LineReport.Class]) -> LineReport.File {
    let lines = classes.enumerated().map { LineReport.Line(line: $0.offset + 1, class: $0.element) }
    return LineReport.File(path: path, lines: lines, partials: .covered)
  }

  @Test func `directories are packages, files are classes, and a line that ran in part has half of its branches`() {
    let text = render([
      file("Sources/B/C.swift", [.covered, .covered, .missed]), file("Package.swift", [.missed]),
      file("Sources/A.swift", [.covered, .partial, .missed, .excluded, .moved]),
      file("Sources/B/D.swift", [.covered]), file("Sources/Empty.swift", [.excluded]),
    ])
    let read = CoberturaSchema(text)
    #expect(read.problems == [])
    #expect(read.attributes["package"]?.map { $0["name"] } == [".", "Sources", "Sources/B"])
    #expect(
      read.attributes["class"]?.map { $0["filename"] }
        == ["Package.swift", "Sources/A.swift", "Sources/B/C.swift", "Sources/B/D.swift"])
    #expect(read.attributes["package"]?.map { $0["line-rate"] } == ["0", "0.6666", "0.75"])
    #expect(read.attributes["package"]?.map { $0["branch-rate"] } == ["1", "0.5", "1"])
    #expect(
      text.contains(
        """
                <class name="A.swift" filename="Sources/A.swift" line-rate="0.6666" branch-rate="0.5" complexity="0">
                  <methods/>
                  <lines>
                    <line number="1" hits="1" branch="false"/>
                    <line number="2" hits="1" branch="true" condition-coverage="50% (1/2)"><conditions><condition number="0" \
        type="jump" coverage="50%"/></conditions></line>
                    <line number="3" hits="0" branch="false"/>
                  </lines>
                </class>

        """))
    let coverage = read.attributes["coverage"]?.first
    #expect(
      coverage == [
        "line-rate": "0.625", "branch-rate": "0.5", "lines-covered": "5", "lines-valid": "8", "branches-covered": "1",
        "branches-valid": "2", "complexity": "0", "version": "reviewbot 0.1.0", "timestamp": "0",
      ])
  }

  @Test(arguments: SampleReports.allCases)
  func `Cobertura of each report is valid`(sample: SampleReports) throws {
    let report = try sample.report()
    let marker = try #require(CommentMarker(name: "reviewbot"))
    let files = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    let text = try files.render(report, as: .cobertura)
    #expect((text == nil) == (try files.render(report, as: .lcov) == nil))
    if let text { #expect(CoberturaSchema(text).problems == []) }
  }

  @Test(arguments: HostileInputs.all)
  func `a hostile path is one attribute without hidden characters`(path: String) {
    let text = render([file("a/" + path, [.missed])])
    let read = CoberturaSchema(text)
    #expect(read.problems == [])
    #expect(read.attributes["class"]?.count == 1 && read.attributes["line"]?.count == 1)
    #expect(HostileInputs.hiddenScalars(in: text) == [])
  }

  @Test func `a path keeps its spaces`() {
    let read = CoberturaSchema(render([file("My  App/a & \"b\".swift", [.missed])]))
    #expect(read.attributes["class"]?.first?["filename"] == "My  App/a & \"b\".swift")
  }

  @Test(arguments: [
    ("<coverage/>", "<coverage> lacks <packages>"), ("<class><lines/><methods/></class>", "<class> lacks <methods>"),
    ("<line number=\"1\"/>", "<line> lacks hits"), ("<sources>.</sources>", "<sources> has text"),
    ("<line number=\"1\" hits=\"1\" rate=\"1\"/>", "<line> has rate"), ("<file/>", "<file> is not an element"),
    ("<lines>", "it is not well-formed XML"),
  ]) func `the schema of the tests finds problems`(text: String, problem: String) {
    let problems = CoberturaSchema(text).problems
    #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
  }
}
