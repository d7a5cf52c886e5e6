// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import Isolation
import SystemPackage

/// Runs the built tests in a process with its own temporary directory, and finds leaked processes and files.
struct TestProcess {
  struct Outcome {
    let record: TestRecord
    /// The exit status as in a shell: 128 plus the number of the signal that ended the process.
    let status: Int32
    /// Processes that outlived the tests, and entries that stayed in the temporary directory.
    let leaks: [String]
  }

  struct NotBuilt: Error, CustomStringConvertible {
    let path: FilePath
    var description: String { "cannot run \(path): it is not built; run swift build --build-tests" }
  }

  /// The executable with all tests, which `swift build --build-tests` writes to the directory of this one.
  static var program: FilePath {
    RunningExecutable.path.parent.appending("reviewbotPackageTests.xctest")
  }

  /// The number of tests that run in parallel.
  let width: Int
  /// The limit in seconds before the process is killed; a run that passes takes a quarter of it.
  var timeLimit = 2400

  /// - Parameter arguments: arguments of the test program, such as `--filter`.
  func run(_ arguments: [String]) throws -> Outcome {
    guard FileManager.default.isExecutableFile(atPath: Self.program.string) else { throw NotBuilt(path: Self.program) }
    // Orphans of the tests become children of this process, so that all of them are found.
    _ = reviewbot_become_subreaper()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let events = folder.path.appending("events.jsonl")
    let times = folder.path.appending("times")
    let temporary = folder.path.appending("t")
    try FileManager.default.createDirectory(atPath: temporary.string, withIntermediateDirectories: false)
    let child = try PlainChild(
      [
        Self.program.string, "--testing-library", "swift-testing", "--event-stream-output-path", events.string,
        "--experimental-maximum-parallelization-width", "\(width)",
      ] + arguments,
      environment: ProcessInfo.processInfo.environment.merging([
        "TMPDIR": temporary.string, "REVIEWBOT_TEST_TIMES": times.string,
      ]) { $1 },
      output: .inherited)
    let watch = DispatchWorkItem { child.end() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeLimit), execute: watch)
    let status = child.wait()
    watch.cancel()
    var leaks = Survivors.end()
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.string).sorted()
    leaks += names.map { "the entry \($0) of the temporary directory" }
    // The file is missing when no test recorded its time.
    let recorded = FileManager.default.contents(atPath: times.string) ?? Data()
    let record = TestRecord(
      events: try Data(contentsOf: URL(fileURLWithPath: events.string)),
      times: String(decoding: recorded, as: UTF8.self))
    return Outcome(record: record, status: status, leaks: leaks)
  }
}

/// A directory with a short path, because the path of a Unix socket has at most 107 bytes.
struct TemporaryDirectory {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/rbt-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    // Tests run as root start programs as another user, which traverses the directory but does not list it.
    guard chmod(path.string, 0o711) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Removes the directory; files that cannot be removed are left.
  func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}

/// Processes that outlived the tests that started them, and are children of this process now.
enum Survivors {
  /// The maximum time in seconds for survivors to end before they are reported and killed.
  private static let patience = 10

  /// Waits for the survivors to end and kills the rest.
  ///
  /// - Returns: one line for each that had to be killed.
  static func end() -> [String] {
    let start = ContinuousClock.now
    while reap(), ContinuousClock.now - start < .seconds(patience) { usleep(20_000) }
    let remaining = children()
    let lines = remaining.map { "process \($0): \(commandLine(of: $0))" }
    for process in remaining { kill(process, SIGKILL) }
    while reap() { usleep(20_000) }
    return lines
  }

  /// Reaps the processes that ended; returns false when there are no others.
  private static func reap() -> Bool {
    while true {
      let process = waitpid(-1, nil, WNOHANG)
      if process == 0 { return true }
      if process < 0, errno != EINTR { return false }
    }
  }

  private static func children() -> [pid_t] {
    let own = getpid()
    // Each thread has a list of the children that it started.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.flatMap { thread -> [pid_t] in
      let text = try? String(contentsOfFile: "/proc/\(own)/task/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  private static func commandLine(of process: pid_t) -> String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\0").joined(separator: " ").prefix(200).description
  }
}
