// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import SystemPackage

/// The readers of coverage reports: their result must be true of the file, and stay so when it is merged with others.
final class CoverageSubject: FuzzSubject {
  let corpus: [[UInt8]]

  private let reader: any CoverageReportReader
  private let folder: FilePath
  private let invariants = MapInvariants(source: FuzzCorpus.source)
  private static let good = ["json": FuzzCorpus.json, "lcov": FuzzCorpus.lcov]

  /// - Parameter folder: an existing folder, which is filled.
  init(_ format: FuzzFormat, reader: any CoverageReportReader, folder: FilePath) throws {
    corpus = Self.corpus(format)
    self.reader = reader
    self.folder = folder
    try write(Array(FuzzCorpus.source.utf8), FuzzCorpus.path)
    for (name, text) in Self.good { try write(Array(text.utf8), "good.\(name)") }
  }

  private var input: FilePath { folder.appending("report") }

  private static func corpus(_ format: FuzzFormat) -> [[UInt8]] {
    let texts =
      format == .lcov
      ? [FuzzCorpus.lcov, FuzzCorpus.lcov.replacing("\n", with: "\r\n")]
      // In the order of llvm-cov, and with a file's name after its segments.
      : [FuzzCorpus.json, nameLast(FuzzCorpus.json), FuzzCorpus.xcodeLines, FuzzCorpus.xcodeFunctions]
    return texts.map { Array($0.utf8) }
  }

  private static func nameLast(_ json: String) -> String {
    let name = "\"filename\":\"/fuzz/a.swift\","
    return json.replacing(name, with: "", maxReplacements: 1)
      .replacing("\"summary\":", with: "\(name)\"summary\":", maxReplacements: 1)
  }

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    try write(bytes, "report")
    do {
      let map = try read([input])
      if let problem = invariants.problem(in: map) { return .accepted("map", problem: problem) }
      // The same report twice is merged to the same map.
      if try read([input, input]) != map {
        return .accepted("map", problem: "merging it with itself changes it")
      }
      for name in Self.good.keys.sorted() {
        let joined = try read([input, folder.appending("good.\(name)")])
        if let problem = invariants.problem(of: map, with: joined) { return .accepted("map", problem: problem) }
      }
      let states = map.files[FuzzCorpus.path] ?? [:]
      return .accepted("map \(states.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined())")
    } catch {
      return look(at: error)
    }
  }

  private func look(at error: CoverageError) -> FuzzLook {
    let kind = error.message.split(separator: "'").first.map { $0.filter { !$0.isNumber } } ?? ""
    let isClear =
      error.message.utf8.count < 1000 && !error.message.contains("\n") && error.remedy?.isEmpty == false
      && (error.code == .pathMismatch || error.message.contains(input.string))
    return FuzzLook(
      problem: isClear ? nil : "the error is not clear: \(error.message.prefix(200))", kind: kind, isAccepted: false)
  }

  private func read(_ files: [FilePath]) throws(CoverageError) -> CoverageMap {
    try reader.coverage(
      of: CoverageReports(
        files: files, root: folder, prefixes: [PathPrefix(from: FuzzCorpus.root, to: "")], paths: [FuzzCorpus.path]),
      rules: .standard)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.appending(name).string))
  }
}

/// The invariants of every coverage map, for any report.
struct MapInvariants {
  /// The lengths of the file's lines in bytes.
  private let lengths: [Int]

  init(source: String) {
    lengths = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.count)
  }

  /// Returns a violated invariant, if any.
  func problem(in map: CoverageMap) -> String? {
    guard Set(map.files.keys).isSubset(of: [FuzzCorpus.path]) else { return "a file that was not requested" }
    guard map.files.keys.allSatisfy({ map.unmeasured[$0] == nil }) else { return "a file both measured and not" }
    let states = map.files[FuzzCorpus.path] ?? [:]
    let columns = map.uncoveredColumns[FuzzCorpus.path] ?? [:]
    let excluded = map.excluded[FuzzCorpus.path] ?? [:]
    for line in Array(states.keys) + Array(excluded.keys) where !(1...lengths.count).contains(line) {
      return "line \(line), which the file does not have"
    }
    if let line = excluded.keys.first(where: { states[$0] != nil }) { return "line \(line) both excluded and measured" }
    // A report of whole lines does not say which part of a line did not run.
    for (line, state) in states where state != .partial && (state == .covered) != (columns[line] == nil) {
      return "line \(line) is \(state) with idle columns \(columns[line] ?? [])"
    }
    for lines in (map.unmeasuredCode[FuzzCorpus.path] ?? [:]).values {
      for line in lines.lines where states[line] != nil || excluded[line] != nil || line > lengths.count {
        return "line \(line) is not measured, and measured, excluded or absent"
      }
    }
    for (line, ranges) in columns {
      guard let state = states[line], state != .covered else { return "idle columns on line \(line), which is not" }
      let bounds = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
      guard !bounds.isEmpty, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
        return "columns \(ranges) of line \(line) are not in order"
      }
      guard let first = bounds.first, let last = bounds.last, first >= 1, last <= lengths[line - 1] + 1 else {
        return "columns \(ranges) are not in line \(line)"
      }
    }
    return nil
  }

  /// Returns a violated invariant of a map and the map of more reports, if any.
  func problem(of map: CoverageMap, with more: CoverageMap) -> String? {
    if let problem = problem(in: more) { return problem }
    for (path, states) in map.files {
      for (line, state) in states where state != .missed && more.files[path]?[line] == .missed {
        return "line \(line) is \(state), and missed with another report"
      }
      for line in states.keys where more.files[path]?[line] == nil && more.excluded[path]?[line] == nil {
        return "line \(line) is measured, and no longer with another report"
      }
    }
    return nil
  }
}
