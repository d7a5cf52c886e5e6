// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Packages that replace what is built, tested or measured by something other than the commit.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct CommitVerdictTests {
    /// The commit's function is wrong; this one is right.
    private static let right = "public func sign(_ x: Int) -> Int {\n  x < 0 ? -1 : 1\n}\n"
    private static let wrong = "public func sign(_ x: Int) -> Int {\n  7\n}\n"

    private static func manifest(_ code: String) -> String {
      """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let root = Context.packageDirectory
      \(code)
      let package = Package(
        name: "Sample",
        targets: [
          .target(name: "Base"), .target(name: "Sample", dependencies: ["Base"]),
          .testTarget(name: "SampleTests", dependencies: ["Sample"]),
        ])

      """
    }

    private static func writing(_ text: String, to path: String) -> String {
      "try? \(text.debugDescription).write(toFile: root + \"/\(path)\", atomically: false, encoding: .utf8)"
    }

    private func check(
      _ head: SampleRepository.Files, _ arguments: [String] = ["--test", "head"], configuration: String? = nil,
      isBehind: Bool = false, by reviewer: Reviewer = .own
    ) async throws -> Checked {
      try await withScratchDirectory { folder in
        let (repository, program, environment) = try await KeptBase.change(
          head, isBehind: isBehind, by: reviewer, in: folder)
        var arguments = ["--sandbox", "bwrap"] + arguments
        if let configuration {
          try folder.write("own.yml", configuration)
          arguments += ["--config", folder.path.appending("own.yml").string]
        }
        return try await Checked(
          repository, by: program, arguments, environment: environment, shell: reviewer.shell)
      }
    }

    @Test(arguments: Reviewer.all)
    func `a manifest that rewrites sources does not change what is built`(reviewer: Reviewer) async throws {
      let checked = try await check(
        [
          "Package.swift": Self.manifest(Self.writing(Self.right, to: "Sources/Sample/Sign.swift")),
          "Sources/Sample/Sign.swift": Self.wrong,
        ], by: reviewer)
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.verdict == .testsFailed, "\(report.reasons)")
      #expect(checked.outcome.status == 1)
    }

    @Test func `without a sandbox a manifest that rewrites sources is reported as crashed, with the names`()
      async throws
    {
      let checked = try await check(
        [
          "Package.swift": Self.manifest(Self.writing(Self.right, to: "Sources/Sample/Sign.swift")),
          "Sources/Sample/Sign.swift": Self.wrong,
        ], ["--sandbox", "none", "--test", "head"])
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.verdict == .crashed)
      #expect(
        report.reasons == [
          "reading Package.swift changed files of the checkout, so that the result would not be about the commit: "
            + "Sources/Sample/Sign.swift; commit what it generates, or name the paths in build.writable"
        ])
    }

    @Test func `coverage is measured with the commit's sources, whatever the tests write`() async throws {
      let checked = try await check([
        "Tests/SampleTests/SignTests.swift": """
        import Foundation
        import Sample
        import Testing

        @Test func positive() throws {
          #expect(sign(5) == 1)
          let path = "/box/source/Sources/Sample/Sign.swift"
          let text = try String(contentsOfFile: path, encoding: .utf8)
          try text.replacing("    return -1", with: "    return -1 // reviewbot:coverage-off -- never")
            .write(toFile: path, atomically: true, encoding: .utf8)
          try "let extra = 1".write(toFile: "/box/source/Sources/Sample/Extra.swift", atomically: true, encoding: .utf8)
        }

        """
      ])
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.runs.map(\.outcome) == [.passed])
      let coverage = try #require(report.coverage)
      #expect(coverage.counts.missed == 1, "\(coverage.counts)")
      #expect(
        report.notes.contains(
          "files of the checkout changed while the tests ran, and were restored: "
            + "Sources/Sample/Sign.swift; added: Sources/Sample/Extra.swift"), "\(report.notes)")
    }

    @Test func `a test that replaces the test program is reported as crashed`() async throws {
      let checked = try await check([
        "Tests/SampleTests/SignTests.swift": """
        import Foundation
        import Sample
        import Testing

        @Test func replaces() throws {
          let path = "/box/source/.build/debug/SamplePackageTests.xctest"
          try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
          _ = rename(path + ".new", path)
          #expect(sign(5) == 1)
        }

        """
      ])
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.verdict == .crashed)
      #expect(report.reasons == ["the tests replaced what the build made: SamplePackageTests.xctest"])
      #expect(report.coverage?.counts.measurable ?? 0 == 0)
    }

    /// The merge adds `Late.swift`, and would not compile with the file that the test of the head adds.
    @Test func `the merge starts from the commit and an unchanged build, whatever the tests of the head left`()
      async throws
    {
      let checked = try await check(
        [
          "Tests/SampleTests/SignTests.swift": """
          import Foundation
          import Sample
          import Testing

          @Test func plants() throws {
            #expect(sign(5) == 1)
            try "error".write(toFile: "/box/source/Sources/Sample/Extra.swift", atomically: true, encoding: .utf8)
            try "x".write(toFile: "/box/source/.build/debug/Base.build/Two.swift.o", atomically: true, encoding: .utf8)
          }

          """
        ], ["--test", "both"], isBehind: true)
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.runs.map(\.outcome) == [.passed, .passed], "\(report.reasons)")
      #expect(
        report.notes.contains(
          "the merge was built from the build of its base: the build folder changed while the tests of the head ran"),
        "\(report.notes)")
    }

    @Test func `a merge is an incremental build if the tests changed nothing`() async throws {
      let checked = try await check([:], ["--test", "both"], isBehind: true)
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.runs.map(\.outcome) == [.passed, .passed], "\(report.reasons)")
      #expect(
        !report.notes.contains { $0.contains("the merge was built from") || $0.contains("restored") }, "\(report.notes)"
      )
    }

    @Test func `a committed build folder is an error, and does not hide a removed test`() async throws {
      let checked = try await check([".build/x": "x", "Tests/SampleTests/SampleTests.swift": "import Testing\n"])
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.verdict == .findings)
      let finding = try #require(report.findings.first { $0.rule == Finding.omittedFile })
      #expect(finding.path == ".build" && finding.severity == .error && finding.isInChange)
      #expect(report.removedTests?.tests.map(\.description) == ["SampleTests/isOne()"])
    }

    private static let setup = """
      version: 1
      build:
        setup: ["sh generate.sh"]

      """

    @Test func `setup commands may add files, and not change those of the commit`() async throws {
      let adding = try await check(
        ["generate.sh": "echo 'public let made = 1' >Sources/Sample/Made.swift\n"], configuration: Self.setup)
      #expect(adding.report?.verdict == .passed, "\(adding.report?.reasons ?? []) \(adding.outcome.errors)")
      let changing = try await check(
        [
          "Sources/Sample/Sign.swift": Self.wrong,
          "generate.sh": "printf '\(Self.right.replacing("\n", with: "\\n"))' >Sources/Sample/Sign.swift\n",
        ], configuration: Self.setup)
      let report = try #require(changing.report, "\(changing.outcome.errors)")
      #expect(report.verdict == .crashed)
      #expect(
        report.reasons == [
          "the setup commands changed files of the commit: Sources/Sample/Sign.swift; "
            + "let them write other files, or name the paths in build.writable"
        ])
    }

    @Test func `a build writes the folders of build.writable, and no others`() async throws {
      let code =
        Self.writing("public let made = 1\n", to: "Sources/Sample/Generated/Made.swift")
        + "\n" + Self.writing("error", to: "Sources/Sample/Other.swift")
      let checked = try await check(
        ["Package.swift": Self.manifest(code), "Sources/Sample/Use.swift": "public let use = made\n"],
        configuration: "version: 1\nbuild: {writable: [Sources/Sample/Generated]}\n")
      let report = try #require(checked.report, "\(checked.outcome.errors)")
      #expect(report.runs.map(\.outcome) == [.passed], "\(report.reasons)")
    }
  }
}
