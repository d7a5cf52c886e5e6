// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Isolation
import ReviewContract
import SystemPackage

/// The reports that a sanitizer's runtime wrote during one run of the tests: a file for each process that had any.
///
/// The tests can write such files themselves, and their texts are hostile.
struct SanitizerLog: Sendable {
  /// The beginning of the names of the files in the folder of the results.
  static let name = "sanitizer"
  private static let maximumFiles = 100
  private static let maximumBytes = 4 << 20
  static let maximumReports = 50

  /// The distinct reports, in the order of the files.
  private(set) var reports: [SanitizerReport] = []
  /// The beginning of the first report.
  private(set) var lines: [String] = []
  /// Why there may be more reports; `nil` if all were read.
  private(set) var problem: String?

  var isEmpty: Bool { reports.isEmpty && problem == nil }

  /// - Parameter reader: parses the text of a file.
  mutating func read(_ results: ContainedDirectory, _ folder: String, _ reader: SanitizerReader) {
    let entries: [ContainedDirectory.Entry]
    do {
      entries = try results.entries(of: folder).filter { $0.name.hasPrefix("\(Self.name).") }
    } catch {
      problem = "the reports of \(reader.sanitizer.description) cannot be read: \(error)"
      return
    }
    if entries.count > Self.maximumFiles {
      problem = "\(reader.sanitizer.description) wrote reports of more than \(Self.maximumFiles) processes"
    }
    for entry in entries.prefix(Self.maximumFiles) {
      do {
        add(try results.text(at: "\(folder)/\(entry.name)", limit: Self.maximumBytes), reader)
      } catch {
        problem = "a report of \(reader.sanitizer.description) cannot be read: \(error)"
      }
    }
  }

  private mutating func add(_ text: String, _ reader: SanitizerReader) {
    let found = reader.reports(in: text)
    if lines.isEmpty, !found.isEmpty {
      lines = text.split(whereSeparator: \.isNewline).prefix(PackageRun.maximumLog.lines).map(String.init)
    }
    // Processes of several tests can report the same defect.
    for report in found where !reports.contains(report) {
      guard reports.count < Self.maximumReports else {
        problem = "\(reader.sanitizer.description) reported more than \(Self.maximumReports) defects"
        return
      }
      reports.append(report)
    }
  }

  /// Returns the judgement of a run that had these reports: the tests can have passed by all other evidence.
  ///
  /// - Parameter failed: the number of tests that failed.
  func judge(_ judgement: TestJudge.Judgement, failed: Int) -> TestJudge.Judgement {
    guard let reason = reason ?? problem else { return judgement }
    let isOfTests = judgement.outcome == .passed || judgement.outcome == .testsFailed
    // The status of a process with reports is a failure, which is no further reason.
    let isExplained = isOfTests && failed == 0
    return TestJudge.Judgement(
      outcome: isOfTests ? .testsFailed : judgement.outcome,
      reason: isExplained ? reason : "\(reason); \(judgement.reason)")
  }

  private var reason: String? {
    guard let first = reports.first else { return nil }
    let place = first.place.map { " at \($0.description)" } ?? ""
    let more = reports.count == 1 ? "" : ", and \(counted(reports.count - 1, "other defect"))"
    return "\(first.sanitizer.description) reported a \(first.kind)\(place)\(more)"
  }
}

extension SanitizerReport {
  /// `data race`, `heap-use-after-free`
  var kind: String { String(message.prefix { $0 != ":" && $0 != ";" }) }
}

extension SanitizerReport.Place: CustomStringConvertible {
  package var description: String { line.map { "\(path):\($0)" } ?? path }
}

/// Parses the reports of the thread and the address sanitizer.
///
/// Source of the formats: `tsan_report.cpp`, `asan_errors.cpp` and `sanitizer_stacktrace_printer.cpp` of LLVM's
/// compiler-rt.
struct SanitizerReader: Sendable {
  let sanitizer: TestBuild.Sanitizer
  /// The repository's root in paths of the compiler.
  let repositoryRoot: String
  /// The folders of the test targets, in the repository.
  let tests: [String]
  /// Whether the repository has this file.
  let exists: @Sendable (String) -> Bool

  private static let maximumFrames = 2_000
  private static let maximumMessage = 300

  /// A stack of calls, below a line that names it.
  private struct Stack {
    let title: String
    var frames: [SanitizerReport.Place] = []

    /// A place with a line is better than one of code that the compiler added.
    var place: SanitizerReport.Place? { frames.first { $0.line != nil } ?? frames.first }

    /// `write`, `previous read`, `freed`
    var access: String {
      let ends = [" of size ", " of Swift variable", " at 0x", " by thread ", " by main thread", " thread "]
      let end = ends.compactMap { title.firstRange(of: $0)?.lowerBound }.min() ?? title.endIndex
      return title[..<end].trimmed.lowercased()
    }
  }

  private struct Draft {
    let kind: String
    var stacks: [Stack] = []
    var frames = 0
    /// Whether a frame has a source location, of the repository or not.
    var hasLocations = false
  }

  func reports(in text: String) -> [SanitizerReport] {
    var reports: [SanitizerReport] = []
    var draft: Draft?
    var title = ""
    var isFrame = false
    for line in text.split(whereSeparator: \.isNewline) {
      if let kind = kind(in: line) {
        if let draft { reports.append(report(draft)) }
        draft = Draft(kind: kind)
      }
      let wasFrame = isFrame
      isFrame = line.drop { $0 == " " }.wholeMatch(of: /#\d+ .*/) != nil
      guard isFrame else {
        title = String(line.prefix(Self.maximumMessage))
        continue
      }
      if !wasFrame { draft?.stacks.append(Stack(title: title)) }
      read(frame: line, &draft)
    }
    if let draft { reports.append(report(draft)) }
    return reports
  }

  /// `data race` in `WARNING: ThreadSanitizer: data race (pid=9)`; `heap-use-after-free` in
  /// `==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x9 at pc 0x9`.
  private func kind(in line: Substring) -> String? {
    let name = sanitizer == .thread ? "ThreadSanitizer: " : "AddressSanitizer: "
    for word in ["WARNING: ", "ERROR: ", "FATAL: "] {
      guard let sign = line.firstRange(of: word + name) else { continue }
      let rest = line[sign.upperBound...]
      let ends = [" (pid=", " on address ", " on unknown address ", ": ", "; "]
      let end = ends.compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
      return String(rest[..<end].prefix(Self.maximumMessage))
    }
    return nil
  }

  /// `#0 name /repo/Sources/A/a.swift:9:41 (A.xctest+0x9) (BuildId: 9)` of the thread sanitizer,
  /// `#0 0x9 in name /repo/Sources/A/a.swift:9:41` of the address sanitizer.
  private func read(frame line: Substring, _ draft: inout Draft?) {
    guard var current = draft, current.frames < Self.maximumFrames, !current.stacks.isEmpty else { return }
    defer { draft = current }
    current.frames += 1
    let module = line.firstRange(of: " (")?.lowerBound ?? line.endIndex
    let location = line[..<module]
    if location.firstMatch(of: /:\d+$/) != nil { current.hasLocations = true }
    guard let start = location.firstRange(of: " \(repositoryRoot)/") else { return }
    var parts = location[start.lowerBound...].dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    while parts.count > 1, numbers.count < 2, let number = parts.last.flatMap({ Int($0) }),
      (0...100_000_000).contains(number)
    {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    guard let path = DiagnosticParser.pathInRoot(parts.joined(separator: ":"), repositoryRoot), exists(path) else {
      return
    }
    let number = numbers.first.flatMap { $0 > 0 ? $0 : nil }
    let place = SanitizerReport.Place(path: path, line: number, column: numbers.count > 1 ? numbers[1] : nil)
    current.stacks[current.stacks.count - 1].frames.append(place)
  }

  /// The first two stacks are those of the accesses: of both threads, or of the access and of what freed the memory.
  private func report(_ draft: Draft) -> SanitizerReport {
    let accesses = draft.stacks.prefix(2)
    let known = accesses.indices.filter { accesses[$0].place != nil }
    let index = known.first { accesses[$0].place?.line != nil } ?? known.first
    guard let index, let place = accesses[index].place else {
      let further = draft.stacks.lazy.compactMap(\.place).first
      let reason =
        draft.hasLocations || further != nil
        ? "it names no source of the repository at the access"
        : "it names no lines, because llvm-symbolizer did not run"
      return make(draft.kind, further, "\(draft.kind); \(reason)", draft)
    }
    var message = "\(draft.kind): \(accesses[index].access) here"
    if let other = accesses.indices.first(where: { $0 != index }) {
      let there = accesses[other].place.map { " at \($0.description)" } ?? ""
      message += ", \(accesses[other].access)\(there)"
    }
    if place.line == nil { message += "; the report names no line" }
    return make(draft.kind, place, message, draft)
  }

  private func make(
    _ kind: String, _ place: SanitizerReport.Place?, _ message: String, _ draft: Draft
  ) -> SanitizerReport {
    let test = draft.stacks.lazy.flatMap(\.frames).first { frame in
      frame.path != place?.path && tests.contains { frame.path.hasPrefix("\($0)/") }
    }
    let suffix = test.map { "; called by \($0.description)" } ?? ""
    return SanitizerReport(
      sanitizer: sanitizer, place: place, message: String("\(message)\(suffix)".prefix(Self.maximumMessage)))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start.last == ":" ? start.dropLast() : start
  }
}
