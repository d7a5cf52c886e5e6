// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ReviewContract
@testable import ReviewWorker

struct CoverageJudgeTests {
  private func goal(
    _ target: String, _ informational: InformationalChoice = .auto
  ) throws -> CoverageGoal {
    CoverageGoal(
      target: target == "auto" ? .auto : .percent(try #require(PercentTarget(target))), informational: informational)
  }

  private func file(_ path: String, covered: Int, missed: Int) -> PatchCoverage.File {
    PatchCoverage.File(
      path: path, counts: LineCounts(covered: covered, missed: missed),
      missedLines: missed == 0 ? [] : [1...missed], partialLines: [])
  }

  private func coverage(
    unmeasured: [PatchCoverage.UnmeasuredFile] = [], project: ProjectCoverage? = nil
  ) -> PatchCoverage {
    PatchCoverage(
      counts: LineCounts(covered: 10, missed: 10), partials: .covered, target: "auto", gate: .informational,
      files: [file("Sources/A/a.swift", covered: 9, missed: 1), file("Sources/B/b.swift", covered: 1, missed: 9)],
      unmeasured: unmeasured, project: project)
  }

  @Test func `each path has a target and a gate of its own`() throws {
    let policy = PatchPolicy(
      paths: [
        PathGoal(paths: [try #require(Glob("Sources/A"))], goal: try goal("90")),
        PathGoal(
          paths: [try #require(Glob("Sources/B/**")), try #require(Glob("Sources/C"))], goal: try goal("50")),
        PathGoal(paths: [try #require(Glob("Sources"))], goal: try goal("90", .always)),
        PathGoal(paths: [try #require(Glob("Elsewhere"))], goal: try goal("90")),
      ])
    let judged = CoverageJudge(policy: policy, testsPassed: true).judge(coverage(), base: nil)
    #expect(judged.gate == .informational)
    #expect(
      judged.paths == [
        PathCoverage(patterns: ["Sources/A"], counts: LineCounts(covered: 9, missed: 1), target: "90 %", gate: .passed),
        PathCoverage(
          patterns: ["Sources/B/**", "Sources/C"], counts: LineCounts(covered: 1, missed: 9), target: "50 %",
          gate: .failed),
        PathCoverage(
          patterns: ["Sources"], counts: LineCounts(covered: 10, missed: 10), target: "90 %", gate: .informational),
        PathCoverage(patterns: ["Elsewhere"], counts: LineCounts(), target: "90 %", gate: .passed),
      ])
    #expect(
      VerdictJudge.judge(Evidence(coverage: judged))
        == VerdictJudge.Judgement(
          verdict: .coverage,
          reasons: ["coverage of the change in `Sources/B/**`, `Sources/C` is 10 %, below the target of 50 %"]))
  }

  @Test func `the target auto is the coverage of the base`() throws {
    let policy = PatchPolicy(goal: try goal("auto", .never))
    let judge = CoverageJudge(policy: policy, testsPassed: true)
    #expect(judge.judge(coverage(), base: LineCounts(covered: 1, missed: 1)).gate == .passed)
    let failed = judge.judge(coverage(), base: LineCounts(covered: 2, missed: 1))
    #expect(failed.gate == .failed && failed.base == LineCounts(covered: 2, missed: 1))
    #expect(
      VerdictJudge.judge(Evidence(coverage: failed)).reasons == [
        "coverage of the change is 50 %, below the base's 66.6 %"
      ])
  }

  @Test func `a path can have the target auto next to an overall percentage`() throws {
    let policy = PatchPolicy(
      goal: try goal("10"), paths: [PathGoal(paths: [try #require(Glob("Sources/B"))], goal: try goal("auto", .never))])
    let judged = CoverageJudge(policy: policy, testsPassed: true)
      .judge(coverage(), base: LineCounts(covered: 1, missed: 1))
    #expect(judged.gate == .passed && judged.paths?.map(\.gate) == [.failed])
    #expect(
      VerdictJudge.judge(Evidence(coverage: judged)).reasons
        == ["coverage of the change in `Sources/B` is 10 %, below the base's 50 %"])
  }

  @Test func `judging again with a base replaces the result without a base`() throws {
    let judge = CoverageJudge(
      policy: PatchPolicy(goal: try goal("auto", .never), ifNoBase: .fail), testsPassed: true)
    let first = judge.judge(coverage(), base: nil)
    #expect(first.gate == .failed && first.gateReason == .noBase)
    #expect(
      VerdictJudge.judge(Evidence(coverage: first)).reasons
        == [
          "coverage of the change is 50 %, and the base's coverage, which is its target, is unknown; coverage.base: run measures it"
        ])
    let second = judge.judge(first, base: LineCounts(covered: 1, missed: 1))
    #expect(second.gate == .passed && second.gateReason == nil)
  }

  @Test func `project coverage is compared with the base without the removed lines`() throws {
    let project = ProjectCoverage(
      counts: LineCounts(covered: 6, missed: 4), base: LineCounts(covered: 9, missed: 1),
      adjustedBase: LineCounts(covered: 5, missed: 5))
    let policy = PatchPolicy(project: try goal("auto", .never))
    let judged = CoverageJudge(policy: policy, testsPassed: true).judge(coverage(project: project), base: nil)
    #expect(judged.project?.gate == .passed)
    let worse = ProjectCoverage(
      counts: LineCounts(covered: 4, missed: 6), base: project.base, adjustedBase: project.adjustedBase)
    let failed = CoverageJudge(policy: policy, testsPassed: true).judge(coverage(project: worse), base: nil)
    #expect(
      VerdictJudge.judge(Evidence(coverage: failed)).reasons == ["project coverage is 40 %, below the base's 50 %"])
    let byDefault = CoverageJudge(policy: PatchPolicy(), testsPassed: true).judge(coverage(project: worse), base: nil)
    #expect(byDefault.project?.gate == .informational)
  }

  @Test(arguments: [(UnmeasuredFiles.note, Verdict.passed), (.fail, .coverage)])
  func `measurable files without coverage fail the gate if configured`(choice: UnmeasuredFiles, verdict: Verdict) {
    let judge = CoverageJudge(policy: PatchPolicy(unmeasured: choice), testsPassed: true)
    let files = [
      PatchCoverage.UnmeasuredFile(path: "Sources/App/main.swift", reason: "r", couldBeMeasured: true),
      PatchCoverage.UnmeasuredFile(path: "Sources/App/Types.swift", reason: "r"),
    ]
    let judged = judge.judge(coverage(unmeasured: files), base: nil)
    let judgement = VerdictJudge.judge(Evidence(coverage: judged))
    #expect(judgement.verdict == verdict)
    if verdict == .coverage {
      #expect(judgement.reasons == ["coverage of Sources/App/main.swift could not be measured: r"])
    }
    #expect(judge.judge(coverage(unmeasured: [files[1]]), base: nil).gate == .informational)
  }

  @Test(
    arguments: [
      // The lines with code that were not measured, nil if unknown; whether the tests passed.
      (.never, LineSet(5...9), true, .failed, .unmeasuredFiles), (.never, nil, true, .failed, .unmeasuredFiles),
      (.never, LineSet(5...8), true, .skipped, .fewLines), (.never, LineSet(5...9), false, .skipped, .testsFailed),
      (.always, LineSet(5...9), true, .informational, nil),
    ] as [(InformationalChoice, LineSet?, Bool, PatchCoverage.Gate, GateReason?)])
  func `a target is not reached if none of the changed code was measured`(
    informational: InformationalChoice, lines: LineSet?, testsPassed: Bool, gate: PatchCoverage.Gate,
    reason: GateReason?
  ) throws {
    let goal = try goal("80", informational)
    let path = try #require(Glob("Sources/A"))
    let missing = PatchCoverage.UnmeasuredFile(
      path: "Sources/A/a.swift", reason: "r", couldBeMeasured: true, lines: lines)
    let nothing = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "80 %", gate: .informational, files: [], unmeasured: [missing])
    let policy = PatchPolicy(goal: goal, paths: [PathGoal(paths: [path], goal: goal)])
    let judged = CoverageJudge(policy: policy, testsPassed: testsPassed).judge(nothing, base: nil)
    #expect(judged.gate == gate && judged.gateReason == reason)
    #expect(judged.paths?.map(\.gate) == [gate] && judged.paths?.map(\.gateReason) == [reason])
    #expect(
      CoverageReasons.make(judged)
        == (gate == .failed
          ? [
            "coverage of Sources/A/a.swift could not be measured: r",
            "coverage of the change in `Sources/A` could not be measured, and its target is 80 %",
          ] : []))
  }

  @Test func `the target of a project of which no file was measured is not reached`() throws {
    let policy = PatchPolicy(project: try goal("80"))
    let unlinked = coverage(project: ProjectCoverage(counts: LineCounts(), unlinkedFiles: 2))
    let failed = CoverageJudge(policy: policy, testsPassed: true).judge(unlinked, base: nil)
    #expect(failed.project?.gate == .failed)
    #expect(CoverageReasons.make(failed) == ["project coverage could not be measured, and its target is 80 %"])
    let empty = coverage(project: ProjectCoverage(counts: LineCounts()))
    #expect(CoverageJudge(policy: policy, testsPassed: true).judge(empty, base: nil).project?.gate == .passed)
  }
}
