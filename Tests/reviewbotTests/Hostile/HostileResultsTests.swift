// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Files that a build or its tests leave and that are parsed afterwards.
  @Suite(
    .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
    .enabled(if: Soak.isLong, "a part of `make soak`"))
  struct HostileResultsTests {
    struct Content: CustomTestStringConvertible, Sendable {
      let testDescription: String
      /// An expression of the type `Data`, in the package's test.
      let bytes: String
    }

    private static let contents = [
      Content(testDescription: "nothing", bytes: "Data()"),
      Content(
        testDescription: "no text",
        bytes: "Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })"),
      Content(
        testDescription: "a million elements in one another",
        bytes: #"Data(("<testsuites>" + String(repeating: "<testsuite>", count: 1_000_000)).utf8)"#),
      Content(
        testDescription: "a million lists in one another",
        bytes: #"Data(String(repeating: "[", count: 1_000_000).utf8)"#),
      Content(
        testDescription: "entities that multiply",
        bytes: ##"""
          Data((#"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "xxxxxxxxxx">"# + (1...9).map { number in
            "<!ENTITY e\(number) \"" + String(repeating: "&e\(number - 1);", count: 10) + "\">" }.joined()
            + "]><testsuites><testsuite name=\"&e9;\"><testcase classname=\"&e9;\" name=\"&e9;\"/></testsuite></testsuites>").utf8)
          """##),
      Content(
        testDescription: "an entity of another file",
        bytes: ##"""
          Data(#"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><testsuites><testsuite name="a"><testcase classname="a" name="&e;"><failure message="&e;"/></testcase></testsuite></testsuites>"#.utf8)
          """##),
      Content(
        testDescription: "numbers that no type holds",
        bytes: ##"""
          Data(#"<testsuites><testsuite name="a" errors="-1" tests="99999999999999999999" failures="-9223372036854775808" time="1e999"><testcase classname="a" name="b" time="nan"/><testcase classname="a" name="c" time="-1e308"/></testsuite></testsuites>"#.utf8)
          """##),
      Content(
        testDescription: "half a million tests",
        bytes: ##"""
          Data(("<testsuites><testsuite name=\"a\">" + (0..<500_000).map { "<testcase classname=\"a\" name=\"b\($0)\"/>" }.joined() + "</testsuite></testsuites>").utf8)
          """##),
    ]

    private func check(
      _ head: SampleRepository.Files, by reviewer: Reviewer
    ) async throws -> (Report, Checked) {
      try await withScratchDirectory { folder in
        let (repository, program, environment) = try await KeptBase.change(head, by: reviewer, in: folder)
        let checked = try await Checked(
          repository, by: program, ["--sandbox", "bwrap", "--test", "head"], environment: environment,
          shell: reviewer.shell)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        #expect(!checked.outcome.errors.contains("ended without a response"))
        #expect(checked.leftover == [])
        let text = String(decoding: try ReportFile.encode(report), as: UTF8.self)
        #expect(!text.contains("root:x:0:0"))
        return (report, checked)
      }
    }

    @Test(arguments: contents, Reviewer.all)
    func `a test that overwrites the result files does not pass`(content: Content, reviewer: Reviewer) async throws {
      let (report, checked) = try await check(
        [
          "Tests/SampleTests/SignTests.swift": """
          import Foundation
          import Sample
          import Testing

          @Test func swaps() throws {
            let bytes = \(content.bytes)
            let folder = "/box/run/results"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) + ["test.xml", "test-swift-testing.xml"] {
              // The library has some of them open.
              unlink("\\(folder)/\\(name)")
              try bytes.write(to: URL(fileURLWithPath: "\\(folder)/\\(name)"))
            }
            exit(0)
          }

          """
        ], by: reviewer)
      #expect(report.verdict == .testsFailed || report.verdict == .crashed, "\(report.reasons)")
      #expect(checked.outcome.status == 1, "\(checked.outcome.errors)")
    }

    @Test(arguments: Reviewer.all)
    func `damaged coverage profiles are ignored and noted`(reviewer: Reviewer) async throws {
      let (report, _) = try await check(
        [
          "Tests/SampleTests/SignTests.swift": ##"""
          import Foundation
          import Sample
          import Testing

          @Test func plants() throws {
            #expect(sign(5) == 1)
            let folder = "/box/run/profiles"
            // The mark of a raw profile of 64 bits, its version, and wild counts and offsets.
            let mark: [UInt8] = [0x81, 0x72, 0x66, 0x6f, 0x72, 0x70, 0x6c, 0xff]
            let contents: [[UInt8]] = [
              [], mark, mark + [10] + Array(repeating: 0, count: 7) + Array(repeating: 0xff, count: 200),
              mark + Array(repeating: 0x7f, count: 4096), Array(repeating: 0xff, count: 1 << 20),
            ]
            for (number, bytes) in contents.enumerated() {
              try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/hostile-\(number).profraw"))
            }
            for number in 0..<300 { try Data(mark).write(to: URL(fileURLWithPath: "\(folder)/many-\(number).profraw")) }
            symlink("/etc/passwd", "\(folder)/link.profraw")
            symlink("/proc/self/environ", "\(folder)/magic.profraw")
            mkfifo("\(folder)/pipe.profraw", 0o600)
            mkdir("\(folder)/folder.profraw", 0o700)
            truncate("\(folder)/hostile-0.profraw", 3 << 30)
          }

          """##
        ], by: reviewer)
      #expect(report.runs.first?.outcome == .passed, "\(report.reasons)")
      #expect(
        report.coverage?.notes.contains { $0.hasSuffix("coverage profiles were damaged and ignored") } == true,
        "\(report.notes)")
      #expect(report.coverage?.counts.covered == 2, "the tests' own profile is read")
    }

    /// Mutants of the tests' own profile: some are read, and count what did not run, which is documented.
    @Test(arguments: Reviewer.all)
    func `a thousand mutants of a coverage profile do not prevent a result`(reviewer: Reviewer) async throws {
      let (report, checked) = try await check(
        [
          "Tests/SampleTests/SignTests.swift": ##"""
          import Foundation
          import Sample
          import Testing

          @_silgen_name("__llvm_profile_write_file") func writeProfile() -> Int32

          @Test func plants() throws {
            #expect(sign(5) == 1)
            try #require(writeProfile() == 0)
            let folder = "/box/run/profiles"
            let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".profraw") })
            let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
            try #require(original.count > 100)
            var random = SystemRandomNumberGenerator()
            for number in 0..<1_000 {
              var bytes = original
              for _ in 0...(number % 8) {
                // The header has the counts and offsets.
                let end = number % 2 == 0 ? 100 : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
              }
              if number % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
              if number % 7 == 0 { bytes += bytes.suffix(4096) }
              try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/mutant-\(number).profraw"))
            }
          }

          """##
        ], by: reviewer)
      #expect(report.runs.first?.outcome == .passed, "\(report.reasons)")
      #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
      let notes = report.notes + (report.coverage?.notes ?? [])
      #expect(notes.contains { $0.contains("damaged and ignored") || $0.contains("coverage failed") }, "\(notes)")
    }

    @Test(arguments: Reviewer.all)
    func `damaged diagnostics files are ignored`(reviewer: Reviewer) async throws {
      let (report, _) = try await check(
        [
          "Package.swift": ##"""
          // swift-tools-version: 6.0
          import Foundation
          import PackageDescription
          // The mark of a file of diagnostics, then blocks and records without an end.
          let mark = Array("DIAG".utf8)
          var random = SystemRandomNumberGenerator()
          for target in ["Base", "Sample", "SampleTests"] {
            let folder = "/box/source/.build/debug/\(target).build"
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // Those of the base's build, if the build starts from it, and not those of an earlier evaluation.
            let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard !present.contains("large.dia") else { continue }
            let names = present.filter { $0.hasSuffix(".dia") }
            for name in names {
              guard let original = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), !original.isEmpty else { continue }
              for number in 0..<500 {
                var bytes = [UInt8](original)
                for _ in 0...(number % 8) {
                  bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try? Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/mutant-\(number)-\(name)"))
              }
            }
            for number in 0..<200 {
              let bytes = mark + (0..<(number * 40)).map { _ in number % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : 0xff }
              try? Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/hostile-\(number).dia"))
            }
            symlink("/etc/passwd", "\(folder)/link.dia")
            mkfifo("\(folder)/pipe.dia", 0o600)
            try? Data(mark).write(to: URL(fileURLWithPath: "\(folder)/large.dia"))
            truncate("\(folder)/large.dia", 3 << 30)
          }
          let package = Package(
            name: "Sample",
            targets: [
              .target(name: "Base"), .target(name: "Sample", dependencies: ["Base"]),
              .testTarget(name: "SampleTests", dependencies: ["Sample"]),
            ])

          """##
        ], by: reviewer)
      #expect(report.runs.first?.outcome == .passed, "\(report.reasons)")
      #expect(!report.findings.contains { $0.rule.hasPrefix("compiler") })
    }
  }
}
