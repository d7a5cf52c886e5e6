// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The tests of one invocation of `swift test`.
package struct TestSelection: Hashable, Codable, Sendable {
  /// The name in the report; empty for the only invocation.
  package var name: String
  /// Regular expressions: a test is run if one of them matches; all tests if empty.
  package var filters: [String]
  /// Regular expressions: a test is not run if one of them matches.
  package var skips: [String]
  /// Further arguments for `swift test`, limited to ``allowedArguments``.
  package var arguments: [String]
  /// How the tests are built.
  package var build: TestBuild

  package init(
    name: String = "", filters: [String] = [], skips: [String] = [], arguments: [String] = [],
    build: TestBuild = TestBuild()
  ) {
    self.name = name
    self.filters = filters
    self.skips = skips
    self.arguments = arguments
    self.build = build
  }

  /// The permitted arguments: others could change the built products, their location, or the report.
  package static let allowedArguments = ["--num-workers N", "--disable-xctest", "--disable-swift-testing"]

  private static let workers = "--num-workers"
  private static let flags: Set<String> = ["--disable-xctest", "--disable-swift-testing"]

  /// Returns the first argument that is not permitted; `nil` if all are.
  package static func firstRefused(of arguments: [String]) -> String? {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if flags.contains(argument) { continue }
      guard argument == workers else { return argument }
      guard let count = rest.popFirst() else { return argument }
      guard let number = Int(count), (1...256).contains(number), "\(number)" == count else { return count }
    }
    return nil
  }

  /// Whether all tests are run.
  package var isEverything: Bool {
    filters.isEmpty && skips.isEmpty && !arguments.contains { Self.flags.contains($0) }
  }

  package var runsSwiftTesting: Bool { !arguments.contains("--disable-swift-testing") }

  package var setsWorkers: Bool { arguments.contains(Self.workers) }
}

/// How the tests of a run are built.
package struct TestBuild: Hashable, Codable, Sendable {
  /// A check of every memory access, which the compiler adds.
  package enum Sanitizer: String, Codable, Sendable, CaseIterable {
    case none, thread, address
  }

  package enum Configuration: String, Codable, Sendable, CaseIterable {
    case debug, release
  }

  package var sanitizer: Sanitizer
  package var configuration: Configuration

  package init(sanitizer: Sanitizer = .none, configuration: Configuration = .debug) {
    self.sanitizer = sanitizer
    self.configuration = configuration
  }

  /// Whether it is the build of the package, with which coverage is measured.
  package var measuresCoverage: Bool { self == TestBuild() }
}

/// A defect that a sanitizer reported while the tests ran.
package struct SanitizerReport: Hashable, Sendable {
  /// A place in a source of the repository.
  package struct Place: Hashable, Sendable {
    package let path: String
    /// `nil` if the report does not name it.
    package let line: Int?
    package let column: Int?

    package init(path: String, line: Int?, column: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  package let sanitizer: TestBuild.Sanitizer
  /// The place of the defect; `nil` if the report names no source of the repository.
  package let place: Place?
  /// Hostile text.
  package let message: String

  package init(sanitizer: TestBuild.Sanitizer, place: Place?, message: String) {
    self.sanitizer = sanitizer
    self.place = place
    self.message = message
  }
}

extension TestSelection {
  /// Returns whether a listed test is certainly run, so that a missing result is a defect of the run.
  ///
  /// False for patterns other than literal characters, because SwiftPM and the testing libraries have different
  /// dialects of regular expressions, and Swift Testing appends the location of a test to its name.
  package func certainlyRuns(_ test: TestID) -> Bool {
    guard !isEverything else { return true }
    // The names of Swift Testing have parentheses.
    let isXCTest = !test.name.hasSuffix(")")
    guard !arguments.contains("--disable-xctest"), !arguments.contains("--disable-swift-testing") else { return false }
    guard (filters + skips).allSatisfy(Self.isLiteral), skips.isEmpty || isXCTest else { return false }
    var parts = test.suite.split(separator: ".")
    let module = parts.isEmpty ? "" : parts.removeFirst()
    let suite = parts.isEmpty ? "\(module)" : "\(module).\(parts.joined(separator: "/"))"
    let name = "\(suite)/\(test.name)"
    return (filters.isEmpty || filters.contains { name.contains($0) }) && !skips.contains { name.contains($0) }
  }

  /// Returns whether a pattern matches only its own text, in every dialect.
  private static func isLiteral(_ pattern: String) -> Bool {
    pattern.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}
