// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Isolation
import ReviewContract
import SystemPackage

/// Lists the tests of a built package.
///
/// Its test program is run with the options that `swift test list` passes to it, which takes a tenth of the time: SwiftPM
/// loads the package first. SwiftPM lists them where the program of the tests is not certain.
struct TestLister: Sendable {
  /// The limit of kept tests, which no package reaches.
  static let maximumTests = 100_000
  private static let timeLimit = Duration.seconds(120)

  let toolchain: Toolchain
  let context: SandboxedContext
  let arguments: [String]

  /// - Parameters:
  ///   - package: the folder in which the program runs.
  ///   - programs: the test bundles of the build.
  /// - Returns: the tests in their order; `nil` when they cannot be listed, for example because a test bundle crashes
  ///   at its start.
  func list(
    _ package: FilePath, _ layout: PackageLayout, programs: [FilePath], limit: Duration
  ) async throws -> [TestID]? {
    let limits = ChildLimits(time: min(limit, Self.timeLimit), outputBytes: 32 << 20)
    if let tests = try await list(package, layout, programs, limits) { return tests }
    // As the tests are run: SwiftPM caches the manifest that it compiles with this option apart from others.
    let lines = LineCollector()
    let result = try await context.run(
      toolchain.swift, ["test", "list", "--skip-build", "--verbose"] + arguments, at: package, in: .test, limits: limits
    ) { lines.append($0) }
    return result.isSuccess ? Self.tests(in: lines.output, of: layout) : nil
  }

  /// - Returns: `nil` if there is not exactly one program, such as with the one of a target that was removed; or if it
  ///   does not list a test, or not as many of XCTest as it announces.
  private func list(
    _ package: FilePath, _ layout: PackageLayout, _ programs: [FilePath], _ limits: ChildLimits
  ) async throws -> [TestID]? {
    // Programs of toolchains without events may not know the options.
    guard let program = programs.first, programs.count == 1, toolchain.events != nil else { return nil }
    // The program would leave a profile of its start.
    let context = context.adding(["LLVM_PROFILE_FILE": "/dev/null"])
    let list = { @Sendable (library: [String]) async throws -> String? in
      let lines = LineCollector()
      let result = try await context.run(
        context.inside(program), library + ["--list-tests"], at: package, in: .test, limits: limits
      ) { lines.append($0) }
      return result.isSuccess ? lines.output : nil
    }
    async let xctest = list([])
    async let swiftTesting = list(["--testing-library", "swift-testing"])
    guard let xctest = try await xctest, let swiftTesting = try await swiftTesting,
      Self.announcedCount(in: xctest) == Self.tests(in: xctest, of: layout).count
    else { return nil }
    // The order of SwiftPM's list.
    let tests = Self.tests(in: xctest + "\n" + swiftTesting, of: layout)
    return tests.isEmpty ? nil : tests
  }

  /// The number in XCTest's heading, `Listing 125 tests in debug.xctest:`; `nil` without one, as of a program that ended
  /// before it listed its tests.
  static func announcedCount(in text: String) -> Int? {
    text.split(whereSeparator: \.isNewline).lazy.compactMap { line in
      line.hasPrefix("Listing ") ? Int(line.dropFirst("Listing ".count).prefix { $0.isNumber }) : nil
    }.first
  }

  /// Parses the list, with one test on each line: `ShapeTests.CircleTests/testArea` of XCTest,
  /// `ShapeTests.Circles/Small/area()` of Swift Testing. Other output is ignored.
  static func tests(in text: String, of layout: PackageLayout) -> [TestID] {
    let modules = layout.targets.filter { $0.type == "test" }.map(\.moduleName)
    var seen: Set<TestID> = []
    var tests: [TestID] = []
    for line in text.split(whereSeparator: \.isNewline) where tests.count < maximumTests {
      guard let module = modules.first(where: { line.hasPrefix($0 + ".") }) else { continue }
      let path = line.dropFirst(module.utf8.count + 1)
      guard let test = test(path, in: module), seen.insert(test).inserted else { continue }
      tests.append(test)
    }
    return tests
  }

  private static func test(_ path: Substring, in module: String) -> TestID? {
    // Swift Testing appends the source location where a name alone is ambiguous.
    let place = path.firstRange(of: /\/[^\/]+\.swift:\d+:\d+$/)?.lowerBound ?? path.endIndex
    let parts = split(path[..<place])
    guard let name = parts.last, !name.isEmpty, name.hasSuffix(")") || parts.count > 1 else { return nil }
    return TestID(
      suite: TestTexts.start(of: ([module] + parts.dropLast()).joined(separator: "."), TestTexts.maximumName),
      name: TestTexts.start(of: name, TestTexts.maximumName))
  }

  /// Splits at slashes, except in a name between backticks.
  private static func split(_ path: Substring) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in path {
      if character == "`" { isQuoted.toggle() }
      if character == "/", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

extension PackageLayout.Target {
  /// The name of the module: invalid characters of the target's name are replaced.
  var moduleName: String {
    let name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name : name
  }
}

/// The names of all functions in the Swift files of a checkout: a test without a function of its name was removed.
///
/// Used for a base that is newer than its kept build, which is not built again only to list its tests.
struct TestNames: Sendable {
  private static let largestFile = 4 << 20

  private var names: Set<String> = []

  init(in checkout: ContainedDirectory) {
    for path in SourceManifest.paths(in: checkout) where path.hasSuffix(".swift") {
      // An unreadable file has no tests that could be missed.
      if let text = try? checkout.text(at: path, limit: Self.largestFile) { add(text) }
    }
  }

  init(text: String) { add(text) }

  func those(in tests: [TestID]) -> [TestID] {
    tests.filter { names.contains(String($0.name.prefix { $0 != "(" })) }
  }

  private mutating func add(_ text: String) {
    var rest = text[...]
    while let keyword = rest.firstRange(of: "func ") {
      rest = rest[keyword.upperBound...].drop { $0 == " " }
      let name: Substring
      if rest.first == "`" {
        name = rest.prefix(1) + rest.dropFirst().prefix { $0 != "`" && !$0.isNewline } + "`"
      } else {
        name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      }
      names.insert(String(name))
    }
  }
}
