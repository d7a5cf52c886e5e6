// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

/// A table of command lines: the exit status, the arguments, and below them the start of the first line about them.
struct CommandLines {
  struct Row {
    let status: Int32
    let arguments: [String]
    var says = ""
  }

  private(set) var rows: [Row] = []

  init(_ table: String) {
    for line in table.split(separator: "\n") {
      if line.hasPrefix(" ") {
        let text = line.drop { $0 == " " }
        rows[rows.count - 1].says += (rows[rows.count - 1].says.isEmpty ? "" : " ") + text
      } else {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        rows.append(Row(status: Int32(words[0]) ?? -1, arguments: Array(words.dropFirst())))
      }
    }
  }
}

struct CommandLineTests {
  /// A branch with one changed line, which is not covered.
  private func withBranch(_ body: (GitFixture, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("shapes"))
      try git.write("Sources/A/a.swift", "let a = 1\n")
      try git.write("README.md", "hi\n")
      try git.write(".gitignore", "*.json\n")
      try git.write("broken.yml", "version: 1\nrules: [\n")
      try git.write("rules.yml", "version: 1\nrules: {line_length: 100}\n")
      try git.write("coverage.info", "TN:\nSF:Sources/A/a.swift\nDA:1,0\nend_of_record\n")
      try git.commit("base")
      _ = try git.git("checkout", "--quiet", "-b", "topic")
      try git.write("Sources/A/a.swift", "let a = 1;\n")
      try await body(git, BuiltProgram(in: folder))
    }
  }

  private func check(_ lines: CommandLines) async throws {
    try await withBranch { git, program in
      for row in lines.rows {
        let outcome = try await program.run(
          row.arguments, shell: "exec \"$0\" \"$@\" </dev/null", in: git.folder.path)
        let line = outcome.complaints.first ?? outcome.output.split(separator: "\n").first.map(String.init) ?? ""
        let said = line.replacing(git.folder.path.string, with: "ROOT")
        let text = said.hasPrefix("reviewbot: ") ? String(said.dropFirst("reviewbot: ".count)) : said
        let name = row.arguments.joined(separator: " ")
        #expect(outcome.status == row.status, "\(name): \(outcome.errors)")
        if row.status > 1 {
          #expect(outcome.output == "" && outcome.complaints.count == 1, "\(name): \(outcome)")
        }
        #expect(text.hasPrefix(row.says) && !row.says.isEmpty, "\(name): \(said)")
      }
    }
  }

  @Test func `a wrong command line is answered with what to change`() async throws { try await check(.wrong) }

  @Test func `a right command line does what it says`() async throws { try await check(.right) }

  @Test func `coverage takes paths, and prints them relative to the current folder`() async throws {
    try await withBranch { git, program in
      try git.write("Sources/B/b.swift", "func b() -> Int { 1 }\n")
      let arguments = ["coverage", "--lcov", "../../coverage.info"]
      let folder = git.folder.path.appending("Sources").appending("A")
      let all = try await program.run(arguments, in: folder)
      #expect(all.output.contains("  a.swift: not run 1\n"), "\(all)")
      #expect(all.output.contains("  ../B/b.swift"), "\(all)")
      let one = try await program.run(arguments + ["."], in: folder)
      #expect(one.output.contains("  a.swift: not run 1\n") && !one.output.contains("b.swift"), "\(one)")
    }
  }
}
