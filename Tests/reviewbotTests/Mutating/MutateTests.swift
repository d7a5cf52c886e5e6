// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `reviewbot mutate` in a real working tree.
  @Suite(.enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)")) struct MutateTests {
    /// Tests notice the changes of all lines but 5, 12 and 22.
    private static let source = """
      public struct Account {
        public private(set) var entries: [String] = []
        public init() {}
        @inlinable public func rank(_ amount: Int, _ name: String?) -> String {
          if amount < 0 && name != nil {
            return "debt of " + (name ?? "unknown")
          }
          guard amount > 0 else { return "empty" }
          return amount > 100 ? "large" : "small"
        }
        public mutating func enter(_ text: String) async -> Int {
          entries.removeAll { $0.isEmpty }
          entries.append(text)
          #if os(Linux)
            return entries.count + 1
          #else
            return 0
          #endif
        }
        public func size(_ scale: Int?) -> Int {
          let size = scale ?? 2
          return size < 100 && size > 0 ? size : 100
        }
        public func unused(_ a: Int) -> Bool { a > 0 && a < 9 }
      }

      """
    private static let tests = """
      import Testing
      import XCTest

      @testable import Sample

      final class RankTests: XCTestCase {
        func testRank() {
          let account = Account()
          XCTAssertEqual(account.rank(-1, "me"), "debt of me")
          XCTAssertEqual(account.rank(0, nil), "empty")
          XCTAssertEqual(account.rank(1, nil), "small")
          XCTAssertEqual(account.rank(101, nil), "large")
        }
      }

      struct EntryTests {
        @Test func enters() async throws {
          var account = Account()
          #expect(await account.enter("a") == 2)
          #expect(account.entries == ["a"])
        }
      }

      @Test(arguments: [1, 2]) func sizes(scale: Int) { #expect(Account().size(scale) == scale) }

      """

    /// A working tree whose change adds the account and its tests.
    static func sample(in folder: ScratchDirectory) throws -> FilePath {
      try repository(
        ["Sources/Sample/Sign.swift": source, "Tests/SampleTests/SignTests.swift": tests], in: folder)
    }

    /// A working tree whose change adds the files.
    private static func repository(_ files: SampleRepository.Files, in folder: ScratchDirectory) throws -> FilePath {
      let repository = try SampleRepository(
        in: folder.folder("repository"), base: [".gitignore": ".build\n"], head: files)
      try repository.git.git("checkout", "--quiet", "change")
      return repository.path
    }

    private static func contents(of tree: FilePath) throws -> String {
      try FinishedCommand.output(
        of: ["sh", "-c", "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum"], in: tree)
    }

    @Test(.thorough) func `the changes that no test notices are reported, and nothing is changed`() async throws {
      try await withScratchDirectory { folder in
        let tree = try Self.sample(in: folder)
        let program = try BuiltProgram(in: folder)
        let before = try Self.contents(of: tree)
        let text = try await program.run(["mutate", "--since", "main", "--limit", "50"], in: tree)
        #expect(text.status == 0, "\(text.errors)")
        #expect(
          text.output == """
            Sources/Sample/Sign.swift:5: no test fails when amount < 0 is always true
                reached by SampleTests.RankTests
            Sources/Sample/Sign.swift:22: no test fails when size < 100 is always true
                it is in every test
            Sources/Sample/Sign.swift:12: no test fails when entries.removeAll { $0.isEmpty } is removed
                reached by SampleTests.EntryTests

            tried 8 of 16 possible changes in 1 changed file: 3 went unnoticed

            """)
        #expect(try Self.contents(of: tree) == before)
        #expect(program.names(in: "runs") == [])
      }
    }

    // MARK: - Mistakes and odd packages

    /// A working tree of which nothing can be said, or less than usual.
    struct Case: CustomTestStringConvertible, Sendable {
      let testDescription: String
      var files: [String: String?] = [:]
      var arguments: [String] = []
      var status: Int32 = 3
      /// Parts of the output and the errors.
      let expected: [String]
    }

    private static let nothing = "nothing is known about the changes: "

    private static let cases = [
      Case(
        testDescription: "a file that does not parse", files: ["Sources/Sample/Sign.swift": "public func f( {\n"],
        expected: [nothing + "without a mutant, the build failed: Sources/Sample/Sign.swift:1", "swift test"]),
      Case(
        testDescription: "a test that fails",
        files: ["Tests/SampleTests/SignTests.swift": "import Testing\n@Test func red() { #expect(Bool(false)) }\n"],
        expected: [nothing + "without a mutant, 1 test failed", "make swift test pass first"]),
      Case(
        testDescription: "no tests",
        files: SampleRepository.withoutTests.merging(["Tests/SampleTests/SampleTests.swift": nil]) { $1 },
        expected: [nothing + "no package declares tests; add a test target"]),
      Case(
        testDescription: "a class whose tests disturb each other",
        files: [
          "Tests/SampleTests/SignTests.swift": """
          import XCTest
          @testable import Sample
          final class StateTests: XCTestCase {
            nonisolated(unsafe) static var runs = 0
            func check() { Self.runs += 1; XCTAssertEqual(Self.runs, 1); XCTAssertEqual(Account().rank(1, nil), "small") }
            func testOne() { check() }
            func testTwo() { check() }
          }

          """
        ],
        expected: [nothing + "SampleTests.StateTests does not pass on its own, without a mutant: its process ended"]),
      Case(
        testDescription: "tests that run none of the lines",
        files: ["Tests/SampleTests/SignTests.swift": "import Testing\n@Test func other() {}\n"], status: 0,
        expected: ["nothing to try: no changed line that the tests run has a place for a mutant"]),
      Case(
        testDescription: "no time",
        files: [
          "Tests/SampleTests/SignTests.swift": tests
            + "@Test func waits() async throws { _ = Account().rank(2, nil); try await Task.sleep(for: .seconds(2)) }\n"
        ],
        arguments: ["--time", "1s"], status: 0, expected: ["not tried for lack of time; see --time"]),
      Case(
        testDescription: "a revision that does not exist", arguments: ["--since", "v9"], status: 2, expected: ["v9"]),
    ]

    @Test(.enabled(if: Soak.isLong, "REVIEWBOT_SOAK is not set"), arguments: cases)
    func `what cannot be tried is said`(_ example: Case) async throws {
      try await withScratchDirectory { folder in
        let files: SampleRepository.Files = [
          "Sources/Sample/Sign.swift": Self.source, "Tests/SampleTests/SignTests.swift": Self.tests,
        ]
        let tree = try Self.repository(files.merging(example.files) { $1 }, in: folder)
        let program = try BuiltProgram(in: folder)
        let outcome = try await program.run(["mutate"] + example.arguments, in: tree)
        #expect(outcome.status == example.status)
        for text in example.expected {
          #expect("\(outcome.output)\(outcome.errors)".contains(text), "\(outcome.errors)")
        }
        #expect(example.status == 0 || outcome.output.isEmpty)
      }
    }

    @Test(.enabled(if: Soak.isLong, "REVIEWBOT_SOAK is not set"))
    func `packages are tested together, with traits, result builders and macros`() async throws {
      try await withScratchDirectory { folder in
        let tree = try Self.repository(
          [
            "Package.swift": """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
              name: "Sample", products: [.library(name: "Sample", targets: ["Sample"])],
              traits: ["Loud", .default(enabledTraits: ["Loud"])],
              targets: [.target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"])])

            """,
            "Sources/Sample/Sign.swift": """
            import Observation

            @resultBuilder public struct Joined {
              public static func buildBlock(_ parts: String...) -> String { parts.joined() }
            }
            @Observable public final class Counter {
              public init() {}
              public var count = 0
              public func add(_ amount: Int) {
                guard amount > 0 else { return }
                count += amount
              }
            }
            @Joined public func greeting(_ name: String?) -> String {
              "hello "
              name ?? "you"
            }
            #if Loud
              public func voice(_ text: String) -> String { text == "" ? "?" : text.uppercased() }
            #endif

            """,
            "Tests/SampleTests/SignTests.swift": """
            import Sample
            import Testing
            @Test func greets() { #expect(greeting(nil) == "hello you") }
            @Test func greetsByName() { #expect(greeting("me") == "hello me") }
            #if Loud
              @Test func speaks() { #expect(voice("a") == "A") }
            #endif

            """,
            "Other/Package.swift": """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
              name: "Other", dependencies: [.package(path: "..")],
              targets: [.testTarget(name: "OtherTests", dependencies: [.product(name: "Sample", package: "repository")])])

            """,
            "Other/Tests/OtherTests/CounterTests.swift": """
            import Sample
            import Testing
            @Test func counts() {
              let counter = Counter()
              counter.add(2)
              counter.add(0)
              #expect(counter.count == 2)
            }

            """,
            ".reviewbot.yml": "version: 1\nbuild: {package: [., Other]}\n",
          ], in: folder)
        let outcome = try await BuiltProgram(in: folder).run(["mutate", "--limit", "50"], in: tree)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
          outcome.output == """
            Sources/Sample/Sign.swift:10: no test fails when amount > 0 is always true
                reached by Other: OtherTests

            tried 4 of 4 possible changes in 1 changed file: 1 went unnoticed

            """)
      }
    }

    @Test(.enabled(if: Soak.isLong, "REVIEWBOT_SOAK is not set"))
    func `a killed run leaves only a folder, which the next one removes`() async throws {
      try await withScratchDirectory { folder in
        let tree = try Self.sample(in: folder)
        let program = try BuiltProgram(in: folder)
        let before = try Self.contents(of: tree)
        for count in [3, 40, 120, 200] {
          try await program.kill(["mutate", "--verbose"], afterLines: count, in: tree)
          #expect(program.names(in: "runs").count <= 1)
        }
        let json = try await program.run(
          ["mutate", "--since", "main", "--limit", "1", "--file", "Sources", "--format", "json"], in: tree)
        #expect(json.status == 0, "\(json.errors)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(report["schemaVersion"] as? String == "2")
        let files = try #require(report["files"] as? [String: [String: Any]])
        #expect(files["Sources/Sample/Sign.swift"]?["source"] as? String == Self.source)
        #expect((files["Sources/Sample/Sign.swift"]?["mutants"] as? [Any])?.count == 1)
        #expect(program.names(in: "runs") == [])
        #expect(try Self.contents(of: tree) == before)
      }
    }
  }
}
