// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `reviewbot coverage` in a real working tree.
  struct CoverageTests {
    private struct Output: Decodable {
      let target: String
      let gate: String
      let result: LineReport
    }

    private static let path = "Sources/Sample/Sign.swift"

    private func json(_ program: BuiltProgram, _ arguments: [String], in tree: FilePath) async throws -> LineReport {
      let outcome = try await program.run(["coverage", "--format", "json"] + arguments, in: tree)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try ReportFile.decoder.decode(Output.self, from: Data(outcome.output.utf8)).result
    }

    @Test(.thorough) func `coverage is measured by a test run, from profiles and from reports`() async throws {
      try await withScratchDirectory { folder in
        let tree = try folder.folder("repository")
        let repository = try SampleRepository(in: tree)
        try repository.git.git("checkout", "--quiet", "change")
        // Not committed, and moved, so that it does not count.
        try repository.git.write(".gitignore", ".build\n")
        let program = try BuiltProgram(in: folder)

        let measured = try await json(program, ["--since", "main"], in: tree.path)
        let file = try #require(measured.files.first)
        #expect(measured.files.map(\.path) == [Self.path])
        #expect(
          file.lines == [
            .init(line: 2, class: .covered), .init(line: 3, class: .missed, columns: [5..<14]),
            .init(line: 6, class: .covered),
          ])
        #expect(measured.counts == LineCounts(covered: 2, partial: 0, missed: 1))
        #expect(measured.percent == "66.6")
        #expect(measured.unmeasured == [])

        // The profiles of SwiftPM's own run.
        try FinishedCommand.output(
          of: ["swift", "test", "--skip-build", "--enable-code-coverage"],
          // SwiftPM leaves files there.
          environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.folder("tmp").path.string]) { $1 },
          in: tree.path)
        let profiles = try profiles(of: tree)
        let arguments = profiles.flatMap { ["--profdata", $0] } + ["--since", "main"]
        #expect(try await json(program, arguments, in: tree.path) == measured)

        // The LCOV output as an input.
        let lcov = try await program.run(["coverage", "--format", "lcov"] + arguments, in: tree.path)
        #expect(
          lcov.output == """
            TN:
            SF:Sources/Sample/Sign.swift
            BRF:0
            BRH:0
            DA:2,1
            DA:3,0
            DA:6,1
            LF:3
            LH:2
            end_of_record

            """)
        let cobertura = try await program.run(["coverage", "--format", "cobertura"] + arguments, in: tree.path)
        #expect(cobertura.output.contains("filename=\"Sources/Sample/Sign.swift\" line-rate=\"0.6666\""))
        #expect(cobertura.output.contains("<line number=\"3\" hits=\"0\" branch=\"false\"/>"))
        let report = try folder.write("report.info", lcov.output)
        let again = try await json(program, ["--lcov", report.string, "--since", "main"], in: tree.path)
        #expect(again.counts == measured.counts)
        #expect(again.files.first?.lines.map(\.class) == [.covered, .missed, .covered])

        // All files, tests apart.
        let everything = try await json(program, profiles.flatMap { ["--profdata", $0] } + ["--all"], in: tree.path)
        #expect(everything.files.map(\.path) == ["Sources/Sample/Sample.swift", Self.path])
        #expect(everything.counts == LineCounts(covered: 3, partial: 0, missed: 1))

        try await showsText(program, arguments, in: tree)
        try await saysWhatIsWrong(program, in: tree, folder)
      }
    }

    @Test func `a report is read without a toolchain, and validated even if no line was changed`() async throws {
      try await withScratchDirectory { folder in
        let tree = try folder.folder("repository")
        let repository = try SampleRepository(in: tree)
        try repository.git.git("checkout", "--quiet", "change")
        let program = try BuiltProgram(in: folder)
        // Fails the run if it is started.
        let programs = try folder.folder("programs")
        _ = try programs.program("swift", "#!/bin/sh\ntouch \(folder.path)/started\nexit 1\n")
        let report = try folder.write("r.info", "SF:Sources/Sample/Sample.swift\nDA:1,1\nend_of_record\n")
        func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
          try await program.run(
            ["coverage"] + arguments, environment: ["PATH": "\(programs.path):/usr/bin:/bin"], in: tree.path)
        }

        let measured = try await run(["--lcov", report.string, "--since", "main"])
        #expect(measured.status == 0, "\(measured.errors)")
        #expect(measured.output.contains("no coverage report contains it"))
        #expect(!measured.output.contains("linked"))
        let everything = try await run(["--lcov", report.string, "--all"])
        #expect(everything.output.contains("100 % — the only line ran · 3 lines not measured"))
        // Nothing was changed.
        let manifest = tree.path.appending("Package.swift").string
        let unreadable = try await run(["--lcov", manifest, "--since", "change"])
        #expect(unreadable.status == 2)
        #expect(unreadable.errors.contains("Package.swift, line 1: it is data that begins with"))
        #expect(!folder.exists("started"))
      }
    }

    private func profiles(of tree: ScratchDirectory) throws -> [String] {
      let codecov = tree.path.appending(".build").appending("debug").appending("codecov")
      let names = try FileManager.default.contentsOfDirectory(atPath: codecov.string).sorted()
      return names.filter { $0.hasSuffix(".profraw") }.map { codecov.appending($0).string }
    }

    private func showsText(_ program: BuiltProgram, _ arguments: [String], in tree: ScratchDirectory) async throws {
      let text = try await program.run(["coverage"] + arguments, in: tree.path)
      #expect(text.status == 0)
      #expect(text.output.hasSuffix("\nChanged since main\n  66.6 % — 1 of 3 lines not run\n"))
      #expect(text.output.contains("\(Self.path): not run 3"))

      try tree.write(".reviewbot.yml", "version: 1\ncoverage: {target: 80, min_lines: 1}\n")
      let failed = try await program.run(["coverage"] + arguments, in: tree.path)
      #expect(failed.status == 1)
      #expect(failed.output.contains("target: 80 %, missed"))
      // The target is for changes.
      let everything = try await program.run(["coverage", "--all"] + arguments.dropLast(2), in: tree.path)
      #expect(everything.status == 0)
      #expect(everything.output.hasSuffix("\nAll files\n  75 % — 1 of 4 lines not run\n"))
      try FileManager.default.removeItem(atPath: tree.path.appending(".reviewbot.yml").string)
    }

    private func saysWhatIsWrong(_ program: BuiltProgram, in tree: ScratchDirectory, _ folder: ScratchDirectory)
      async throws
    {
      let torn = try folder.write("torn.info", "SF:\(tree.path)/\(Self.path)\nDA:2,1\nDA:3,x\nend_of_record\n")
      let foreign = try folder.write("foreign.info", "SF:/elsewhere/\(Self.path)\nDA:2,1\nend_of_record\n")
      let cases: [([String], Int32, String)] = [
        (
          ["--lcov", "gone.info"], 2, "cannot read the file \"gone.info\"; name an existing profile, program or report"
        ),
        (["--lcov", torn.string, "--since", "main"], 2, "torn.info, line 3: a count that is a whole number"),
        // Also without a changed line to look up.
        (["--lcov", "Package.swift", "--since", "HEAD"], 2, "Package.swift"),
        (["--profdata", torn.string, "--since", "main"], 2, "torn.info is not a coverage profile; name a .profraw"),
        (["--profdata", "gone.profraw"], 2, "cannot read the file \"gone.profraw\""),
        (["--lcov", foreign.string, "--since", "main"], 3, "/elsewhere/\(Self.path)"),
        (["--since", "nowhere"], 2, "nowhere"), (["--all", "--since", "main"], 2, "exclude each other"),
        (["--lcov", torn.string, "--profdata", torn.string], 2, "exclude each other"),
        (["--lcov", torn.string, "--path-equivalence", "a"], 2, "--path-equivalence takes FROM,TO, not \"a\""),
        (["--path-equivalence", "a,b"], 2, "--path-equivalence FROM,TO requires a report"),
      ]
      for (arguments, status, words) in cases {
        let outcome = try await program.run(["coverage"] + arguments, in: tree.path)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      }
      // The folders of the report are mapped to those of this machine.
      let arguments = ["--lcov", foreign.string, "--since", "main", "--path-equivalence", "/elsewhere,\(tree.path)"]
      #expect(try await json(program, arguments, in: tree.path).counts == LineCounts(covered: 1))
    }
  }
}
