// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages
@testable import ReviewServer

/// Reviews in all states, with logs and reports.
struct SampleReviews {
  static let colors = RepositoryReference(forge: "github", name: "acme/colors")
  private static let fonts = RepositoryReference(forge: "github", name: "acme/fonts")
  private static let shapes = PagesWorld.shapes

  let red: ReviewJob
  let many: ReviewJob
  let hostile: ReviewJob
  let broken: ReviewJob
  let failed: ReviewJob
  let running: ReviewJob
  let queued: ReviewJob
  let waiting: ReviewJob

  init(in world: PagesWorld) async throws {
    for repository in [Self.colors, Self.fonts] {
      world.forges.change { state in
        state.repositories[repository] = StubForges.Repository(permissions: ["ada": .write, "bob": .read])
      }
    }
    func finished(_ number: Int, head: Int, _ report: Report, comment: String? = nil) async throws -> ReviewJob {
      let job = try await world.review(number, head: head)
      let (lease, log) = try await world.start()
      world.clock.advance(by: .seconds(3))
      SampleLog.build(log, hasErrors: report.verdict == .buildFailed)
      world.clock.advance(by: .seconds(95))
      if let comment { try await world.logs.reports.keep(comment: comment, of: job.id) }
      try await world.finish(lease, log, report)
      world.clock.advance(by: .seconds(240))
      return job
    }
    _ = try await finished(7, head: 1, PagesWorld.report("green"))
    red = try await finished(7, head: 2, PagesWorld.report("testsRed"), comment: Self.comment())
    many = try await finished(8, head: 3, Self.manyFindings())
    hostile = try await finished(9, head: 4, PagesWorld.report("hostileNames"))
    broken = try await finished(10, head: 5, PagesWorld.report("buildBroken"))
    failed = try await Self.failed(in: world)
    running = try await world.review(12, head: 7)
    SampleLog.running(try await world.start().log)
    world.clock.advance(by: .seconds(41))
    waiting = try await world.review(14, in: Self.colors, head: 9, needsApproval: true)
    _ = try await world.queue.perform(
      .pause(.repository(Self.fonts)), by: Attribution(person: "ops", reason: "the mirror is moved"))
    _ = try await world.review(15, in: Self.fonts, head: 10)
    queued = try await world.review(13, in: Self.colors, head: 8)
  }

  private static func failed(in world: PagesWorld) async throws -> ReviewJob {
    let job = try await world.review(11, head: 6)
    let (lease, log) = try await world.start()
    log.write(.started(stage: "fetch"))
    log.write(.output(line: "fatal: couldn't find remote ref refs/pull/11/head"))
    log.write(.ended(Stage(name: "fetch", status: .failed, milliseconds: 2_310)))
    log.fail("the forge has no commit of this pull request")
    await log.close()
    _ = try await world.queue.fail(
      lease, JobFailure("the forge has no commit of this pull request", isTransient: false))
    return job
  }

  private static func comment() throws -> String {
    let reports = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ReportingTests/Golden/reports")
    return try String(contentsOf: reports.appendingPathComponent("testsRed.markdown"), encoding: .utf8)
  }

  /// A report with 5,000 findings.
  private static func manyFindings() throws -> Report {
    let data = try ReportFile.encode(PagesWorld.report("testsRed"))
    var report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let first = try #require((report["findings"] as? [[String: Any]])?.first)
    report["findings"] = (0..<5_000).map { index in
      first.merging([
        "start_line": index + 1, "end_line": index + 1, "fingerprint": String(format: "%016x", index),
        "path": "Sources/Shapes/Shape\(index / 100).swift",
      ]) { $1 }
    }
    return try ReportFile.decode(JSONSerialization.data(withJSONObject: report))
  }
}

/// What builds and tests print.
enum SampleLog {
  /// - Parameter count: the number of files before the error; by default more than a page of the log shows.
  static func build(_ log: JobLog, hasErrors: Bool, after count: Int = 1_400) {
    fetch(log)
    log.write(.started(stage: "build"))
    compile(log, 1...count)
    if hasErrors {
      log.write(
        .output(line: "Sources/Shapes/Circle.swift:3:10: \u{1b}[1;31merror: \u{1b}[0mcannot find 'radius' in scope"))
      log.write(.output(line: " 2 | struct Circle {"))
      log.write(.output(line: " 3 |   let a = radius"))
      log.write(.output(line: "   |           \u{1b}[31m`- error: cannot find 'radius' in scope\u{1b}[0m"))
    }
    compile(log, (count + 1)...1_700)
    log.write(.ended(Stage(name: "build", status: hasErrors ? .failed : .done, milliseconds: 73_480)))
    log.write(.started(stage: "tests"))
    if !hasErrors { log.write(.output(line: "\u{1b}[32m✔\u{1b}[0m Test run with 13 tests passed")) }
    log.write(.ended(Stage(name: "tests", status: hasErrors ? .skipped : .done, milliseconds: 8_120)))
  }

  static func running(_ log: JobLog) {
    fetch(log)
    log.write(.started(stage: "build"))
    compile(log, 1...300)
    log.write(
      .output(line: "Sources/Shapes/Path.swift:88:7: \u{1b}[33mwarning: \u{1b}[0mvariable 'width' was never used"))
    log.write(.output(line: "\u{1b}[1mlink\u{1b}[0m " + String(repeating: "-lShapes ", count: 60) + "<b>&amp;</b>"))
    log.write(.detail("a detail for the operator"))
  }

  private static func fetch(_ log: JobLog) {
    log.write(.started(stage: "fetch"))
    log.write(.output(line: "From https://github.com/acme/shapes"))
    log.write(.output(line: " * branch            main       -> FETCH_HEAD"))
    log.write(.ended(Stage(name: "fetch", status: .done, milliseconds: 1_840)))
  }

  private static func compile(_ log: JobLog, _ files: ClosedRange<Int>) {
    for number in files {
      log.write(.output(line: "[\(number)/1700] Compiling Shapes Shape\(number).swift"))
    }
  }
}
