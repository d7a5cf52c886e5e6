// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract

extension EndToEnd {
  struct ReportCommandTests {
    private static let formats = [
      "html", "markdown", "json", "sarif", "junit", "lcov", "gitlab", "summary", "badge", "text", "github",
    ]

    @Test func `check writes the requested formats, and report renders every format from the JSON`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"))
        let program = try BuiltProgram(in: folder)
        try folder.write("out/report.sarif", "of an earlier review")
        let outcome = try await program.run([
          "check", "--pr", "\(repository.number)", "--repo", repository.path.string, "--sandbox", "none", "--output",
          "out", "--format", "html", "--format", "json",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(program.folder.exists("out/report.html") && program.folder.exists("out/report.json"))
        #expect(!program.folder.exists("out/report.md"))
        let report = try ReportFile.decode(Data(folder.text("out/report.json").utf8))
        let sign = try #require(report.sources?.first { $0.path == "Sources/Sample/Sign.swift" })
        #expect(sign.status == .added && sign.sections.first?.lines.first?.hasPrefix("+") == true)
        for format in Self.formats {
          let again = try await program.run(["report", "--from", "out/report.json", "--format", format])
          #expect(again.status == 0 && again.errors == "", "\(format): \(again.errors)")
          if format == "html" { #expect(try again.output == folder.text("out/report.html")) }
        }
      }
    }

    @Test(.thorough) func `reports include the custom rules that the configuration defines`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"))
        let program = try BuiltProgram(in: folder)
        let file = try folder.write(
          "reviewbot.yml",
          """
          version: 1
          informational: [build, tests, coverage]
          lint: {custom: [{id: no_functions, message: "write a closure, not func", regex: func, severity: off}]}
          rules: {preset: relaxed, no_functions: note}
          """)
        let outcome = try await program.run([
          "check", "--pr", "\(repository.number)", "--repo", repository.path.string, "--sandbox", "none", "--output",
          "out", "--config", file.string,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try ReportFile.decode(Data(folder.text("out/report.json").utf8))
        #expect(
          report.customRules == [
            Report.NamedRule(
              id: "no_functions", name: "no_functions", message: "write a closure, not func", severity: .note)
          ])
        let sarif = try folder.text("out/report.sarif")
        #expect(sarif.contains("\"fullDescription\" : {\n                \"text\" : \"write a closure, not func\""))
        #expect(sarif.contains("\"tags\" : [\n                  \"custom\""))
        #expect(try folder.text("out/report.html").contains("<span class=\"soft\">write a closure, not func</span>"))
        let again = try await program.run(["report", "--from", "out/report.json", "--format", "sarif"])
        #expect(again.output == sarif)
      }
    }

    @Test(arguments: [
      ("{}", "the key schema is missing"), ("not JSON", "it is not JSON"), ("{\"schema\": 99}", "has schema 99"),
      (String(repeating: " ", count: 9 << 20), "more than 8388608 bytes"),
    ])
    func `a file that is not a report is a usage error`(text: String, message: String) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder)
        try folder.write("report.json", text)
        let outcome = try await program.run(["report", "--from", "report.json", "--format", "html"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("cannot use \"report.json\"") && outcome.errors.contains(message))
      }
    }

    @Test func `check rejects a format that is not written to a file`() async throws {
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run(["check", "--pr", "1", "--format", "text"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--format text is not a file"))
      }
    }

    @Test func `a missing coverage history is an error that names coverage.base`() async throws {
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run(["coverage", "history"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("set coverage.base to run"))
      }
    }
  }
}
