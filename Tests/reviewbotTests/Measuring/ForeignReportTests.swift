// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `reviewbot coverage` with reports of other programs and machines.
  struct ForeignReportTests {
    private static let path = "Sources/Sample/Circle.swift"
    private static let area = "public struct Circle {\n  public func area() -> Double {\n    3\n  }\n"
    private static let grow =
      "  public func grow(by n: Double) -> Double {\n    let next = n + 1\n    if next < 0 {\n      return 0\n    }\n    return next\n  }\n"
    private static let base: SampleRepository.Files = [
      path: area + "}\n", "Sources/Sample/f.swift": "func f() -> Int { 1 }\n",
    ]
    /// The change of the sample, which is not wanted.
    private static let without: SampleRepository.Files = [
      "Sources/Sample/Sign.swift": nil, "Tests/SampleTests/SignTests.swift": nil,
    ]
    private static let functions = "FN:2,area\nFN:5,grow\nFNDA:2,area\nFNDA:0,grow\n"
    private static let lines = "DA:2,2\nDA:3,2\nDA:4,2\nDA:5,1\nDA:6,1\nDA:7,1\nDA:8,0\nDA:9,0\nDA:10,1\nDA:11,1\n"
    private static let xcode =
      #"{"line": 2, "isExecutable": true, "executionCount": 2}, {"line": 5, "isExecutable": true, "executionCount": 1}, "#
      + #"{"line": 6, "isExecutable": true, "executionCount": 1}, {"line": 7, "isExecutable": true, "executionCount": 1}, "#
      + #"{"line": 8, "isExecutable": true, "executionCount": 0}, {"line": 10, "isExecutable": true, "executionCount": 1}"#

    private static func lcov(_ text: String, of name: String = path) -> String { "SF:\(name)\n\(text)end_of_record\n" }

    /// The arguments after `--lcov FILE`, the report, the exit status and words of the output.
    private static let cases: [(report: String, arguments: [String], status: Int32, message: String)] = [
      (lcov(lines), [], 1, "75 % — 1 of 4 lines not run · target: 80 %, missed"),
      (lcov(functions), [], 1, "not measured: the coverage report counts its functions only"),
      (lcov(""), [], 1, "not measured: the coverage has no counts of this code"),
      // The report of the commit before, a later one, and one without the file.
      (
        lcov("DA:2,2\nDA:3,2\nDA:4,2\n"), [], 1,
        "\(path):6-8, 10: not measured: the coverage has no counts of this code"
      ),
      (lcov("DA:3,1\nDA:40,1\n"), [], 1, "not measured: the coverage was measured with another version of the file"),
      (lcov("DA:1,1\n", of: "Sources/Sample/f.swift"), [], 1, "not measured: no coverage report contains it"),
      (lcov(lines, of: "D:/a/shapes/\(path)"), [], 3, "it covers D:/a/shapes/\(path)"),
      (
        lcov(lines, of: "D:/a/shapes/\(path)"), ["--path-equivalence", "D:\\a\\shapes,."], 1,
        "75 % — 1 of 4 lines not run"
      ),
      (
        lcov(lines, of: "D:\\a\\shapes\\Sources\\Sample\\Circle.swift"), ["--path-equivalence", "D:/a/shapes,."], 1,
        "75 % — 1 of 4 lines not run"
      ),
      (
        #"{"/Users/ada/shapes/\#(path)": [\#(xcode)]}"#, ["--path-equivalence", "/Users/ada/shapes,."], 1,
        "75 % — 1 of 4 lines not run"
      ),
      (#"{"targets": [{"files": [{"path": "\#(path)", "functions": []}]}]}"#, [], 1, "counts its functions only"),
      ("# Shapes\n\nA package.\n", [], 2, "line 1: it is data that begins with '# Shapes'"),
      ("", [], 2, "is empty"), ("TN:\n", [], 2, "contains no files"),
      ("SF:\(path)\nDA:3,1\n", [], 2, "the record that begins here has no end_of_record"),
    ]

    private func withChange(
      _ head: SampleRepository.Files, _ body: (ScratchDirectory, BuiltProgram) async throws -> Void
    ) async throws {
      try await withScratchDirectory { folder in
        let tree = try folder.folder("tree")
        let repository = try SampleRepository(in: tree, base: Self.base, head: head.merging(Self.without) { $1 })
        try repository.git.git("checkout", "--quiet", "change")
        try tree.write(".reviewbot.yml", "version: 1\ncoverage: {target: 80, min_lines: 1}\n")
        try await body(tree, BuiltProgram(in: folder))
      }
    }

    @Test func `a target is only reached by a report that measures the change`() async throws {
      let head = Self.area + Self.grow + "}\n"
      try await withChange([Self.path: head]) { tree, program in
        for (report, arguments, status, message) in Self.cases {
          try tree.write("r.info", report)
          for option in ["--lcov", "--export"] {
            let outcome = try await program.run(
              ["coverage", "--since", "main", option, "r.info"] + arguments, in: tree.path)
            let text = (outcome.output + outcome.errors).replacing("\n      ", with: " ")
            #expect(outcome.status == status && text.contains(message), "\(report) \(arguments): \(text)")
          }
        }
      }
    }

    @Test(
      arguments: [
        // What `unmeasured` and the target demand.
        ("{unmeasured: fail}", 1), ("{target: 80, min_lines: 1}", 1), ("{target: 80}", 0), ("{}", 0),
        ("{unmeasured: count_as_missed, target: 80, min_lines: 1}", 1),
        ("{paths: [{path: Sources/Sample, target: 80}], min_lines: 1}", 1),
      ] as [(String, Int32)])
    func `globals that the compiler does not count are not measured`(coverage: String, status: Int32) async throws {
      try await withChange(["Sources/Sample/Globals.swift": "let one = f()\nenum E {\n  static let two = f()\n}\n"]) {
        tree, program in
        try tree.write(".reviewbot.yml", "version: 1\ncoverage: \(coverage)\n")
        try tree.write("r.info", Self.lcov("DA:1,1\n", of: "Sources/Sample/f.swift"))
        let outcome = try await program.run(["coverage", "--since", "main", "--lcov", "r.info"], in: tree.path)
        #expect(outcome.status == status, "\(outcome.output)")
        #expect(
          outcome.output.contains("Sources/Sample/Globals.swift:1, 3: not measured: its code is initial values"),
          "\(outcome.output)")
        let lcov = try await program.run(
          ["coverage", "--since", "main", "--lcov", "r.info", "--format", "lcov"], in: tree.path)
        #expect(lcov.output.isEmpty == !coverage.contains("count_as_missed"))
        #expect(lcov.errors.contains("Sources/Sample/Globals.swift: not measured: "))
      }
    }
  }
}
