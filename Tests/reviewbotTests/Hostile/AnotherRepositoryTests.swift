// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// A pull request that tries to get text of another repository into its comment.
  @Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct AnotherRepositoryTests {
    /// A name in the other repository's source, which the compiler repeats in a warning.
    private static let secret = "keyOfTheOtherRepository"

    @Test(.thorough, arguments: Reviewer.all)
    func `build products of another repository are not read through a link`(
      reviewer: Reviewer
    ) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder)
        let victim = try SampleRepository(
          in: folder.folder("victim"),
          base: Self.files([
            "Sources/SecretKit/Engine.swift": "public func run() {\n  let \(Self.secret) = 1\n}\n"
          ]))
        let own = try reviewer.take(folder)
        let kept = try await Checked(
          victim, by: program, ["--sandbox", "bwrap"], environment: own, shell: reviewer.shell)
        #expect(kept.outcome.status == 0, "\(kept.outcome.errors)")
        let products = try #require(try Self.products(below: program.home.appending("builds")))

        let attacker = try SampleRepository(
          in: folder.folder("attacker"), base: Self.files([:]), head: Self.attack(linkingTo: products))
        let checked = try await Checked(
          attacker, by: program, ["--sandbox", "bwrap"], environment: try reviewer.take(folder), shell: reviewer.shell)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        // The manifest offers the target with the mistake only where it could make the link.
        #expect(report.verdict == .buildFailed, "\(report.reasons)")
        #expect(report.findings.contains { $0.path == "Sources/SecretKit/Broken.swift" })
        #expect(
          !report.findings.contains { $0.path == "Sources/SecretKit/Engine.swift" && $0.rule.hasPrefix("compiler") })
        for text in [String(decoding: try ReportFile.encode(report), as: UTF8.self), checked.markdown ?? ""] {
          #expect(!text.contains(Self.secret))
        }
        #expect(!(checked.outcome.output + checked.outcome.errors).contains(Self.secret))
      }
    }

    private static func files(_ others: SampleRepository.Files) -> SampleRepository.Files {
      [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Sample", targets: [.target(name: "SecretKit")])

        """,
        "Sources/SecretKit/Other.swift": "public func other() {}\n", "Tests/SampleTests/SampleTests.swift": nil,
      ].merging(others) { $1 }
    }

    /// A target of the same name, a file of the same path with enough lines, and an error, so that SwiftPM does not
    /// correct the link at the end of a build.
    private static func attack(linkingTo products: FilePath) -> SampleRepository.Files {
      [
        "Package.swift": """
        // swift-tools-version: 6.0
        import Foundation
        import PackageDescription
        let link = "/box/source/.build/debug"
        try? FileManager.default.removeItem(atPath: link)
        try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(products)")
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        let package = Package(
          name: "Sample", targets: [.target(name: target == "\(products)" ? "SecretKit" : "Sample")])

        """,
        "Sources/SecretKit/Engine.swift": String(repeating: "// A line that changed.\n", count: 60),
        "Sources/SecretKit/Broken.swift": "let broken: Int = \"\"\n",
      ]
    }

    /// The directory of products of the cached build whose diagnostics contain the secret.
    private static func products(below builds: FilePath) throws -> FilePath? {
      let word = Data(secret.utf8)
      let file = try FileManager.default.subpathsOfDirectory(atPath: builds.string).first { path in
        path.hasSuffix(".dia")
          && FileManager.default.contents(atPath: builds.pushing(FilePath(path)).string)?.range(of: word) != nil
      }
      return file.map { builds.pushing(FilePath($0)).removingLastComponent().removingLastComponent() }
    }
  }
}
