// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The attempts and stages of a job's log, and the first line of each stage that reports an error, from its lines in
/// order. Keeps no line.
///
/// A log can have millions of lines, and code under review prints most of them: only lines with a time are marks, which
/// the daemon writes, and the numbers of attempts and stages are bounded.
struct LogIndex: Sendable {
  /// The maximum number of stages; the lines of later ones belong to the last.
  static let mostStages = 10_000
  private static let mostAttempts = 100

  struct Stage: Hashable, Sendable {
    let name: String
    /// The time of its start, as it is in the log.
    let startedAt: String
    /// `nil` while it runs.
    fileprivate(set) var status: String?
    fileprivate(set) var milliseconds: Int?
    /// The number of its first line, counted from 1.
    let firstLine: Int
    fileprivate(set) var lastLine: Int
    /// The first line of the stage that reports an error.
    fileprivate(set) var firstError: Int?
  }

  struct Attempt: Hashable, Sendable {
    let number: Int
    let startedAt: String
    let firstLine: Int
    /// Why it failed for another reason than the code.
    fileprivate(set) var error: String?
    /// The position of its first stage in ``LogIndex/stages``.
    let firstStage: Int
  }

  /// In the order of their starts.
  private(set) var stages: [Stage] = []
  private(set) var attempts: [Attempt] = []
  /// The number of lines.
  private(set) var lines = 0
  /// The positions of the stages that have not ended, in the order of their starts.
  private var running: [Int] = []

  /// The stages of the last attempt.
  var lastStages: ArraySlice<Stage> { stages[min(attempts.last?.firstStage ?? 0, stages.count)...] }

  /// The first error of the last stage that has one, in the last attempt.
  var firstError: Int? { lastStages.last { $0.firstError != nil }?.firstError }

  /// Adds the next line, without its line end.
  mutating func add(_ line: UnsafeRawBufferPointer) {
    lines += 1
    if let first = line.first, (0x30...0x39).contains(first), let mark = LogMark(String(decoding: line, as: UTF8.self))
    {
      add(mark)
    } else if let last = current {
      stages[last].lastLine = lines
      if stages[last].firstError == nil, LogLine.reportsError(line) { stages[last].firstError = lines }
    }
  }

  private mutating func add(_ mark: LogMark) {
    switch mark.event {
    case .attempt(let number):
      guard attempts.count < Self.mostAttempts else { return }
      attempts.append(
        Attempt(number: number, startedAt: mark.time, firstLine: lines, firstStage: stages.count))
    case .failed(let error):
      if let last = attempts.indices.last { attempts[last].error = error }
      extend()
    case .started(let name):
      guard stages.count < Self.mostStages else { return extend() }
      running.append(stages.count)
      stages.append(Stage(name: name, startedAt: mark.time, firstLine: lines, lastLine: lines))
    case .ended(let name, let status, let milliseconds):
      extend()
      guard let last = running.lastIndex(where: { stages[$0].name == name }) else { return }
      let index = running.remove(at: last)
      stages[index].status = status
      stages[index].milliseconds = milliseconds
    case .detail, .other: extend()
    }
  }

  private mutating func extend() {
    if let last = current { stages[last].lastLine = lines }
  }

  /// The position of the stage that a line belongs to: the last one that runs, because a stage can run beside another.
  private var current: Int? { running.last ?? stages.indices.last }
}

/// A line with a time, which no program under review can write.
struct LogMark {
  enum Event: Hashable {
    case attempt(Int)
    case failed(String)
    /// For the operator: it can name other repositories, and files of the machine.
    case detail
    case started(String)
    case ended(String, status: String, milliseconds: Int)
    case other
  }

  /// ISO 8601.
  let time: String
  let event: Event

  /// - Returns: `nil` for a line that a program printed; it begins with two spaces.
  init?(_ line: some StringProtocol) {
    guard let first = line.utf8.first, (0x30...0x39).contains(first), let space = line.firstIndex(of: " ") else {
      return nil
    }
    time = String(line[..<space])
    event = Self.event(String(line[line.index(after: space)...]))
  }

  /// `job 12, attempt 1: review of …`, `attempt failed: …`, `build: started`, `build: passed after 5 ms`
  private static func event(_ text: String) -> Event {
    if text.hasPrefix("# ") { return .detail }
    if text.hasPrefix("job "), let start = text.range(of: ", attempt "),
      let number = Int(text[start.upperBound...].prefix { $0.isASCII && $0.isNumber })
    {
      return .attempt(number)
    }
    let failure = "attempt failed: "
    if text.hasPrefix(failure) { return .failed(String(text.dropFirst(failure.count))) }
    let start = ": started"
    if text.hasSuffix(start) { return .started(String(text.dropLast(start.count))) }
    guard text.hasSuffix(" ms"), let colon = text.lastIndex(of: ":") else { return .other }
    let words = text[text.index(after: colon)...].split(separator: " ")
    guard words.count == 4, words[1] == "after", let milliseconds = Int(words[2]) else { return .other }
    return .ended(String(text[..<colon]), status: String(words[0]), milliseconds: milliseconds)
  }
}
