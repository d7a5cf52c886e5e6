// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Tests that one process of a package's test program runs, selected by arguments.
package struct TestSuite: Hashable, Sendable {
  /// `ShapeTests.CircleTests`; of tests outside of a type, the module; empty for all tests of a library.
  package let name: String
  package let framework: TestCase.Framework
  /// The tests that passed in a run of all.
  package let tests: Set<TestID>
  /// The arguments of the test program.
  let arguments: [String]

  /// Returns the suites of tests: the classes of XCTest, and of Swift Testing the types that no other type contains.
  ///
  /// Swift Testing's tests are one suite if the name of one cannot be an argument.
  ///
  /// - Parameters:
  ///   - cases: the results of a run. Only the tests that passed are expected to pass again.
  ///   - areAll: whether the run was one of all tests; otherwise the suites run no others than those of the results.
  package static func suites(of cases: [TestCase], areAll: Bool) -> [TestSuite] {
    let passed = cases.filter { $0.result == .passed }
    let classes = Dictionary(grouping: passed.filter { $0.framework == .xctest }, by: \.suite)
    let types = Dictionary(grouping: passed.filter { $0.framework == .swiftTesting }) { test in
      test.suite.split(separator: ".").prefix(2).joined(separator: ".")
    }
    let xctest = classes.map { name, tests -> TestSuite in
      let names = areAll ? [name] : tests.map(\.id.description).sorted()
      return TestSuite(
        name: name, framework: .xctest, tests: Set(tests.map(\.id)), arguments: [names.joined(separator: ",")])
    }
    let library = ["--testing-library", "swift-testing"]
    var swiftTesting: [TestSuite] = []
    for (name, tests) in types {
      let ids = Set(tests.map(\.id))
      guard let filters = filters(areAll ? name : "", ids) else {
        let all = Set(types.values.joined().map(\.id))
        swiftTesting = [TestSuite(name: "", framework: .swiftTesting, tests: all, arguments: library)]
        break
      }
      swiftTesting.append(
        TestSuite(
          name: name, framework: .swiftTesting, tests: ids,
          arguments: library + filters.flatMap { ["--filter", $0] }))
    }
    return (xctest + swiftTesting).sorted { ($0.name, $0.framework.rawValue) < ($1.name, $1.framework.rawValue) }
  }

  private static func filters(_ name: String, _ tests: Set<TestID>) -> [String]? {
    let single = tests.sorted { $0.description < $1.description }.compactMap(Retry.filter)
    guard single.count == tests.count else { return nil }
    // `^ShapeTests[./]Circles[./]` selects the tests in the type; a test outside of types is selected by its name.
    return name.contains(".") ? [Retry.filter(forTestsIn: name)] : single
  }
}

/// The result of one process that ran a suite.
package struct SuiteRun: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// All expected tests passed.
    case passed
    /// Tests failed, the process ended in another way, or expected tests did not run: the reason, as a clause.
    case failed(String)
    case timedOut
  }

  package let result: Result
  package let milliseconds: Int

  package init(result: Result, milliseconds: Int) {
    self.result = result
    self.milliseconds = milliseconds
  }
}
