// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct CoverageReportFilesTests {
  @Test func `the worker gets copies of regular files, under the names that the caller wrote`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("mac.info", "SF:a\n")
      let other = try folder.write("other/linux.json", "{}")
      let results = try folder.folder("results")
      let prefix = PathPrefix(from: "/build", to: ".")
      let files = try CoverageReportFiles(["mac.info", other.string], prefixes: [prefix], in: folder.path)
      let copied = try files.copy(to: results.path)
      #expect(copied.reports.map(\.name) == ["mac.info", other.string])
      #expect(copied.prefixes == [prefix, PathPrefix(from: folder.path.string, to: ".")])
      #expect(try folder.text("results/coverage-reports/0") == "SF:a\n")
      #expect(try folder.text("results/coverage-reports/1") == "{}")
      #expect(try CoverageReportFiles.none.copy(to: results.path) == .none)
    }
  }

  @Test func `missing files, files that are not regular and too many files are rejected`() async throws {
    try await withScratchDirectory { folder in
      _ = try folder.folder("dir")
      try FinishedCommand.output(of: ["mkfifo", folder.path.appending("pipe").string])
      for name in ["dir", "pipe", "gone", "/dev/zero"] {
        let error = #expect(throws: UsageError.self) {
          try CoverageReportFiles([name], prefixes: [], in: folder.path)
        }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.hasPrefix("cannot read the file \"\(name)\" of --coverage-report: "), "\(message)")
      }
      #expect(throws: UsageError.self) {
        try CoverageReportFiles(Array(repeating: "mac.info", count: 21), prefixes: [], in: folder.path)
      }
    }
  }
}
