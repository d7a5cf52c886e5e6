// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reading large reports, compared with `diff-cover`, Python's JSON and `wc -l`, which only reads each byte.
///
/// Compares the processor time of whole processes. They run in turns, so that other load of the machine affects all of
/// them equally.
struct CoverageReading {
  /// The minimum time of `diff-cover` on 100 MB of LCOV and a diff, as a multiple of reviewbot's. Measured: 78 on a busy
  /// machine.
  static let smallestDiffCoverRatio = 20.0
  /// The same as a multiple of `reviewbot coverage`, which also reads the repository and parses the changed files.
  static let smallestWholeRatio = 30.0
  /// The maximum time of reviewbot on 300 MB of JSON as a multiple of `wc -l`, and the minimum of Python as a multiple of
  /// reviewbot's. Measured: 2.9 and 69.
  static let largestWordCountRatio = 4.0
  static let smallestPythonRatio = 40.0
  /// The maximum time for 12 MB of JSON, the size for a project of 900 files, without the start of a process. Measured:
  /// 15 ms.
  static let largestSmallReport = Duration.milliseconds(20)
  /// The maximum anonymous memory, in KiB. Measured: 4 MiB.
  static let largestMemory = 32 << 10

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() throws -> Bool {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let place =
      FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    let folder = place.appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let generated = try GeneratedCoverage(at: folder)
    let lcov = try generated.lcov(size: 100 << 20)
    let json = try generated.json(size: 300 << 20)
    let small = try generated.json(size: 12 << 20)
    let repository = generated.repository
    print("coverage of \(GeneratedCoverage.changedFiles) changed files: processor time; \(rounds) rounds")
    let lines = try compareLines(lcov, repository)
    let export = try compareExport(json, repository)
    return try measureSmall(small, repository) && lines && export
  }

  private func compareLines(_ report: URL, _ repository: URL) throws -> Bool {
    var ours = Times("LCOV, 100 MB")
    var theirs = Times("the same, diff-cover")
    var whole = Times("LCOV, 100 MB, reviewbot coverage")
    var count = Times("the same, wc -l")
    let program = Self.diffCover
    let reviewbot = Self.reviewbot
    for round in 0...rounds {
      ours.add(try read(report, repository).time, in: round)
      count.add(try ProcessorTime.of("/usr/bin/env", ["wc", "-l", report.path]).time, in: round)
      if let reviewbot {
        // Without the caches of earlier rounds.
        let home = repository.appendingPathComponent("../home-\(round)").standardizedFileURL.path
        whole.add(
          try ProcessorTime.of(
            "/usr/bin/env",
            ["REVIEWBOT_HOME=\(home)", reviewbot, "coverage", "--lcov", report.path, "--since", "main"],
            folder: repository
          ).time, in: round)
      }
      guard let program else { continue }
      theirs.add(
        try ProcessorTime.of(program, [report.path, "--compare-branch", "main"], folder: repository).time, in: round)
    }
    let table = [ours] + (reviewbot == nil ? [] : [whole]) + (program == nil ? [] : [theirs]) + [count]
    print(Times.table(table, requests: 1))
    if reviewbot == nil { print("skipped: there is no .build/release/reviewbot, nor where REVIEWBOT_PROGRAM says") }
    let isSmall = try keepsMemory(report, repository)
    let others = (program == nil ? [] : [Figure.Peer("diff-cover", theirs.shortest * 1000)])
    for (times, smallest) in [(ours, Self.smallestDiffCoverRatio), (whole, Self.smallestWholeRatio)]
    where times.shortest.isFinite {
      try Figure(
        group: .coverage, name: times.name, ours: times.shortest * 1000,
        peers: others + [.init("wc -l", count.shortest * 1000)],
        limit: program == nil ? nil : theirs.shortest * 1000 / smallest
      ).keep()
    }
    guard program != nil else {
      print("skipped: there is no diff-cover on PATH (pip install diff-cover), nor where REVIEWBOT_DIFF_COVER says")
      return isSmall
    }
    let isWholeQuick =
      reviewbot == nil
      || Self.isKept(
        theirs.shortest / whole.shortest, atLeast: Self.smallestWholeRatio, "diff-cover, of the whole program,")
    return Self.isKept(theirs.shortest / ours.shortest, atLeast: Self.smallestDiffCoverRatio, "diff-cover")
      && isWholeQuick && isSmall
  }

  private func compareExport(_ report: URL, _ repository: URL) throws -> Bool {
    var ours = Times("JSON, 300 MB")
    var count = Times("the same, wc -l")
    var python = Times("the same, python json.load")
    let load = "import json, sys\njson.load(open(sys.argv[1]))"
    for round in 0...rounds {
      ours.add(try read(report, repository).time, in: round)
      count.add(try ProcessorTime.of("/usr/bin/env", ["wc", "-l", report.path]).time, in: round)
      // Only twice, because it takes ten seconds.
      guard round == 1 || round == 2 else { continue }
      python.add(try ProcessorTime.of("/usr/bin/env", ["python3", "-c", load, report.path]).time, in: round)
    }
    print(Times.table([ours, count, python], requests: 1))
    try Figure(
      group: .coverage, name: ours.name, ours: ours.shortest * 1000,
      peers: [.init("python json.load", python.shortest * 1000), .init("wc -l", count.shortest * 1000)],
      limit: min(count.shortest * Self.largestWordCountRatio, python.shortest / Self.smallestPythonRatio) * 1000
    ).keep()
    let isQuick = Self.isKept(ours.shortest / count.shortest, atMost: Self.largestWordCountRatio, "ours, of wc -l,")
    let isSmall = try keepsMemory(report, repository)
    return Self.isKept(python.shortest / ours.shortest, atLeast: Self.smallestPythonRatio, "python") && isQuick
      && isSmall
  }

  private func measureSmall(_ report: URL, _ repository: URL) throws -> Bool {
    var ours = Times("JSON, 12 MB, without the start of a process")
    let paths = (0..<GeneratedCoverage.changedFiles).map { "Sources/App/File\($0).swift" }
    for round in 0...(rounds * 2) {
      let time = try ProcessorTime.of { _ = try CoverageProcess.map(report, repository, paths) }
      ours.add(time, in: round)
    }
    print(Times.table([ours], requests: 1))
    try Figure(
      group: .coverage, name: ours.name, ours: ours.shortest * 1000, limit: Self.largestSmallReport.milliseconds
    ).keep()
    let isKept = ours.shortest <= Self.largestSmallReport / .seconds(1)
    if !isKept { print("that is more than \(Self.largestSmallReport)") }
    return isKept
  }

  private func read(_ report: URL, _ repository: URL, watching: Bool = false) throws -> (time: Duration, output: String)
  {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let arguments = [CoverageProcess.command, repository.path, report.path] + (watching ? ["--memory"] : [])
    return try ProcessorTime.of(program, arguments)
  }

  private func keepsMemory(_ report: URL, _ repository: URL) throws -> Bool {
    let numbers = try read(report, repository, watching: true).output.split(whereSeparator: \.isWhitespace).compactMap {
      Int($0)
    }
    guard numbers.count == 4, numbers[3] > 0 else { throw Failure("the memory is not known") }
    try Figure(
      group: .coverage, name: "memory for \(report.pathExtension.uppercased())", unit: "KiB", ours: Double(numbers[3]),
      limit: Double(Self.largestMemory)
    ).keep()
    let isKept = numbers[3] <= Self.largestMemory
    print(
      "ours found \(numbers[0]) covered, \(numbers[1]) partial, \(numbers[2]) missed lines, with at most "
        + "\(numbers[3]) KiB of memory of its own" + (isKept ? "" : ": more than \(Self.largestMemory)"))
    return isKept
  }

  private static func isKept(_ ratio: Double, atLeast: Double = 0, atMost: Double = .infinity, _ name: String) -> Bool {
    let isKept = (atLeast...atMost).contains(ratio)
    let limit = atMost.isFinite ? "more than \(atMost)" : "less than \(atLeast)"
    print(
      "shortest rounds: \(name) takes \(ratio.formatted(.number.precision(.fractionLength(2)))) times as long"
        + (isKept ? "" : ": \(limit)"))
    return isKept
  }

  private static var reviewbot: String? {
    let named = ProcessInfo.processInfo.environment["REVIEWBOT_PROGRAM"]
    let program = named ?? FileManager.default.currentDirectoryPath + "/.build/release/reviewbot"
    return FileManager.default.isExecutableFile(atPath: program) ? program : nil
  }

  private static var diffCover: String? {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/diff-cover" }
    return ([environment["REVIEWBOT_DIFF_COVER"]].compactMap { $0 } + folders)
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
