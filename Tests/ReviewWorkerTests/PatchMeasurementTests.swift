// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewTesting
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker

struct PatchMeasurementTests {
  private let layout = PackageLayout(
    name: "P",
    targets: [
      .init(name: "A", type: "library", path: "Sources/A"), .init(name: "App", type: "executable", path: "Sources/App"),
      .init(name: "ATests", type: "test", path: "Tests/ATests"),
      .init(name: "Plug", type: "plugin", path: "Plugins/Plug"),
    ])

  /// A policy with a number that can fail the review.
  private static let gating = PatchPolicy(unmeasured: .fail)

  private func added(_ path: String, _ lines: ClosedRange<Int>, kind: ChangedFile.Kind = .regular) -> ChangedFile {
    ChangedFile(
      path: path, status: .modified, kind: kind,
      hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: lines.lowerBound, newCount: lines.count)])
  }

  private func measurement(
    _ files: [ChangedFile], _ policy: PatchPolicy = PatchPolicy(), paths: PathsSection = PathsSection()
  ) -> PatchMeasurement {
    PatchMeasurement(changes: ChangeSet(files: files), layout: layout, policy: policy, paths: paths)
  }

  @Test func `only added Swift code outside tests and plugins is measured`() throws {
    let files = [
      added("Sources/A/a.swift", 1...2), added("Sources/A/notes.md", 1...2), added("Tests/ATests/t.swift", 1...2),
      added("Plugins/Plug/p.swift", 1...2), added("Elsewhere/e.swift", 1...2), added("Package.swift", 1...2),
      added("Sources/A/link.swift", 1...1, kind: .symbolicLink), added("Sources/A/Generated/g.swift", 1...2),
      ChangedFile(
        path: "Sources/A/less.swift", status: .modified,
        hunks: [Hunk(oldStart: 3, oldCount: 1, newStart: 2, newCount: 0)]),
      ChangedFile(path: "Sources/A/gone.swift", status: .deleted),
    ]
    let excluded = try #require(Glob("**/Generated/**"))
    #expect(measurement(files, paths: PathsSection(exclude: [excluded])).measuredPaths == ["Sources/A/a.swift"])
  }

  @Test func `generated files are left out with a reason`() throws {
    let paths = PathsSection(generated: [try #require(Glob("**/*.pb.swift"))])
    let files = [added("Sources/A/a.pb.swift", 1...2), added("Sources/A/a.swift", 1...2)]
    #expect(measurement(files, paths: paths).measuredPaths == ["Sources/A/a.swift"])
    let map = CoverageMap(files: ["Sources/A/a.pb.swift": [1: .missed], "Sources/A/a.swift": [1: .covered]])
    let coverage = measurement(files, paths: paths).measure(map, testsPassed: true)
    #expect(coverage.counts == LineCounts(covered: 1))
    #expect(coverage.unmeasured == [.init(path: "Sources/A/a.pb.swift", reason: "generated, by paths.generated")])
  }

  @Test func `only added lines are counted, and missed lines are listed`() {
    let map = CoverageMap(files: [
      "Sources/A/a.swift": [1: .missed, 3: .covered, 4: .missed, 5: .missed, 6: .partial, 9: .missed]
    ])
    let coverage = measurement([added("Sources/A/a.swift", 3...7)]).measure(map, testsPassed: true)
    #expect(coverage.counts == LineCounts(covered: 1, partial: 1, missed: 2))
    #expect(coverage.percent == "50")
    #expect(coverage.gate == .informational)
    #expect(coverage.files.map(\.missedLines) == [[4...5]])
    #expect(coverage.files.map(\.partialLines) == [[6...6]])
  }

  @Test(arguments: [
    (MovedLineCounting.exclude, LineCounts(covered: 1), 3), (.include, LineCounts(covered: 2, missed: 2), 0),
  ])
  func `moved and re-indented lines are left out unless configured otherwise`(
    moved: MovedLineCounting, counts: LineCounts, movedLines: Int
  ) {
    let map = CoverageMap(files: [
      "Sources/A/a.swift": [3: .missed, 4: .missed, 5: .covered, 6: .covered]
    ])
    let files = [
      added("Sources/A/a.swift", 3...6).marking(respaced: [6...6], moved: [3...4]),
      added("Tests/ATests/t.swift", 1...2).marking(respaced: [], moved: [1...2]),
    ]
    let coverage = measurement(files, PatchPolicy(moved: moved)).measure(map, testsPassed: true)
    #expect(coverage.counts == counts)
    #expect(coverage.movedLines == movedLines)
  }

  @Test func `a file with only moved lines is not measured by default`() {
    let file = added("Sources/A/a.swift", 3...6).marking(respaced: [], moved: [3...6])
    #expect(measurement([file]).measuredPaths == [])
    #expect(measurement([file], PatchPolicy(moved: .include)).measuredPaths == ["Sources/A/a.swift"])
    #expect(measurement([file]).measure(CoverageMap(files: [:]), testsPassed: true).movedLines == 4)
  }

  @Test func `added lines that are excluded as unreachable are counted`() {
    let excluded: [Int: ExcludedReason] = [
      2: .unreachable, 4: .marked(reason: "needs a camera"), 5: .unreachable, 6: .unreachable, 9: .unreachable,
    ]
    let map = CoverageMap(files: ["Sources/A/a.swift": [3: .covered]], excluded: ["Sources/A/a.swift": excluded])
    let coverage = measurement([added("Sources/A/a.swift", 3...7)]).measure(map, testsPassed: true)
    #expect(coverage.counts == LineCounts(covered: 1))
    #expect(coverage.unreachableLines == 2)
  }

  @Test func `an unmeasured file has a reason`() {
    let files = [added("Sources/A/types.swift", 1...2), added("Sources/App/main.swift", 1...2)]
    let coverage = measurement(files).measure(CoverageMap(files: [:]), testsPassed: true)
    #expect(coverage.percent == "n/a")
    #expect(coverage.unmeasured.map(\.path) == ["Sources/A/types.swift", "Sources/App/main.swift"])
    #expect(coverage.unmeasured.last?.reason == "its target is not linked into any test bundle")
  }

  @Test func `the coverage reader's reason for an unmeasured file is reported`() {
    let map = CoverageMap(files: [:], unmeasured: ["Sources/App/main.swift": .inactive])
    let coverage = measurement([added("Sources/App/main.swift", 1...2)]).measure(map, testsPassed: true)
    #expect(coverage.unmeasured.map(\.reason) == ["all its code is inside #if and was not compiled here"])
  }

  @Test(arguments: [
    (8, 2, "80", true, PatchCoverage.Gate.passed), (7, 3, "80", true, .failed), (7, 3, "80", false, .skipped),
    (3, 1, "80", true, .skipped), (4, 0, "100", true, .passed), (4, 0, "100", false, .passed),
    (0, 0, "100", true, .passed),
  ])
  func `patch coverage is compared with the target`(
    covered: Int, missed: Int, target: String, testsPassed: Bool, gate: PatchCoverage.Gate
  ) throws {
    var states: [Int: LineState] = [:]
    for line in 1..<(1 + covered) { states[line] = .covered }
    for line in (1 + covered)..<(1 + covered + missed) { states[line] = .missed }
    let policy = PatchPolicy(goal: CoverageGoal(target: .percent(try #require(PercentTarget(target)))))
    let coverage = measurement([added("Sources/A/a.swift", 1...20)], policy)
      .measure(CoverageMap(files: ["Sources/A/a.swift": states]), testsPassed: testsPassed)
    #expect(coverage.gate == gate)
    #expect(coverage.target == "\(target) %")
  }

  @Test func `files excluded by the configuration are listed as unmeasured`() throws {
    let file = added("Sources/A/a.swift", 1...2)
    let measurement = measurement([file], PatchPolicy(excluded: [try #require(Glob("Sources/A"))], unmeasured: .fail))
    #expect(measurement.measuredPaths == [])
    let coverage = measurement.measure(
      CoverageMap(files: ["Sources/A/a.swift": [1: .missed]]), testsPassed: true)
    #expect(coverage.unmeasured == [.init(path: "Sources/A/a.swift", reason: "excluded by coverage.exclude")])
    #expect(coverage.counts == LineCounts() && coverage.gate == .informational)
  }

  @Test(arguments: [(UnmeasuredFiles.note, 0), (.countAsMissed, 2)])
  func `code that no test bundle links counts as missed if configured`(choice: UnmeasuredFiles, missed: Int) {
    let path = "Sources/App/main.swift"
    let map = CoverageMap(files: [:], unmeasured: [path: .notLinked], unmeasuredCode: [path: [.notLinked: [2...4]]])
    let coverage = measurement([added(path, 3...9)], PatchPolicy(unmeasured: choice)).measure(map, testsPassed: true)
    #expect(coverage.counts == LineCounts(missed: missed))
    let reason = "its target is not linked into any test bundle"
    #expect(coverage.unmeasured == [.init(path: path, reason: reason, couldBeMeasured: true, lines: [3...4])])
  }

  @Test(
    arguments: [
      // The added lines, the states, the lines without counts by reason, and the expected entries and notes.
      (3...4, [:], UnmeasuredReason.notCounted, [3...3], true, false),
      (3...4, [4: LineState.covered], .notCounted, [3...3], false, true),
      (3...4, [4: .covered], .noCounts, [3...3], true, false),
      (3...4, [:], .notCounted, [5...5], false, false), (3...4, [:], .noCounts, [1...2], false, false),
    ] as [(ClosedRange<Int>, [Int: LineState], UnmeasuredReason, LineSet, Bool, Bool)])
  func `lines of a measured file without counts are listed, or noted if the compiler counts none of their kind`(
    added lines: ClosedRange<Int>, states: [Int: LineState], reason: UnmeasuredReason, code: LineSet, isListed: Bool,
    isNoted: Bool
  ) {
    let path = "Sources/A/a.swift"
    let map = CoverageMap(files: [path: states], unmeasuredCode: [path: [reason: code]])
    let coverage = measurement([added(path, lines)], Self.gating).measure(map, testsPassed: true)
    let entry = PatchCoverage.UnmeasuredFile(
      path: path, reason: reason.explanation, couldBeMeasured: true, lines: [3...3])
    #expect(coverage.unmeasured == (isListed ? [entry] : []))
    let note =
      "the compiler does not count 1 line of initial values of globals and statics, or default arguments: \(path):3"
    #expect(coverage.notes == (isNoted ? [note] : []))
    #expect(measurement([added(path, lines)]).measure(map, testsPassed: true).notes == [], "nothing to do about it")
    let missed = measurement([added(path, lines)], PatchPolicy(unmeasured: .countAsMissed)).measure(
      map, testsPassed: true)
    #expect(missed.counts == LineCounts(covered: states.count, missed: isListed ? 1 : 0))
  }

  @Test func `changed lines without code of an unmeasured file need no measurement`() {
    let path = "Sources/App/main.swift"
    let map = CoverageMap(files: [:], unmeasured: [path: .notLinked], unmeasuredCode: [path: [.notLinked: [9...12]]])
    let coverage = measurement([added(path, 3...4)]).measure(map, testsPassed: true)
    #expect(coverage.unmeasured.map(\.couldBeMeasured) == [nil])
  }

  @Test func `a file of which only the merged text was tested is missing from the number`() {
    var measurement = measurement([added("Sources/A/a.swift", 1...2)])
    measurement.rewritten = ["Sources/A/a.swift"]
    #expect(
      measurement.measure(CoverageMap(files: [:]), testsPassed: true).missing.map(\.path) == ["Sources/A/a.swift"])
  }

  @Test func `one note says that macro-generated code is not measured`() {
    let files = [added("Sources/A/a.swift", 1...2), added("Sources/A/b.swift", 1...2)]
    let map = CoverageMap(
      files: ["Sources/A/a.swift": [:], "Sources/A/b.swift": [:]],
      macroUsers: ["Sources/A/a.swift", "Sources/A/b.swift"])
    let gated = measurement(files, Self.gating).measure(map, testsPassed: true)
    #expect(gated.notes == ["macro-generated code is not measured"])
    #expect(measurement(files).measure(map, testsPassed: true).notes == [], "nothing to do about it")
    let others = CoverageMap(files: ["Sources/A/a.swift": [:]], macroUsers: ["Sources/A/else.swift"])
    #expect(measurement([files[0]], Self.gating).measure(others, testsPassed: true).notes == [])
  }

  @Test func `uncovered columns of partly covered lines are shown`() async throws {
    try await withScratchDirectory { folder in
      let long = String(repeating: "x", count: UncoveredRegions.maximumBytes + 1)
      _ = try folder.write("Sources/A/a.swift", "one\n  f && g\nthree ?? é\n\(long)\nmissed\n")
      let states: [Int: LineState] = [1: .covered, 2: .partial, 3: .partial, 4: .partial, 5: .missed]
      let map = CoverageMap(
        files: ["Sources/A/a.swift": states],
        uncoveredColumns: ["Sources/A/a.swift": [2: [8..<9], 3: [10..<12], 4: [1..<5], 5: [1..<7]]])
      var measurement = measurement([added("Sources/A/a.swift", 1...5)])
      measurement.folder = ContainedDirectory(folder.path)
      #expect(
        measurement.measure(map, testsPassed: true).files.first?.uncoveredRegions == [
          UncoveredRegions(line: 2, text: "  f && g", columns: [[8, 9]]),
          UncoveredRegions(line: 3, text: "three ?? é", columns: [[10, 12]]),
        ])
    }
  }
}
