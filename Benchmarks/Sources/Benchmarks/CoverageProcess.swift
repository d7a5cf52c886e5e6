// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Coverage
import Foundation
import ReviewContract
import SystemPackage

/// Computes the coverage of the changed lines from a diff and a report, in a separate process, so that it can be
/// compared with other programs.
struct CoverageProcess {
  static let command = "read-coverage"

  let repository: URL
  let report: URL
  /// Whether to measure and print the peak memory.
  var watchesMemory = false

  func run() throws {
    let watch = watchesMemory ? MemoryWatch() : nil
    let added = try addedLines()
    var counts = LineCounts()
    for (path, states) in try Self.map(report, repository, Array(added.keys)).files {
      for (line, state) in states where added[path]?.contains(line) == true { counts.count(state) }
    }
    guard counts.measurable > 0 else { throw Failure("no changed line was measured") }
    print(counts.covered, counts.partial, counts.missed, watch?.end() ?? 0)
  }

  static func map(_ report: URL, _ repository: URL, _ paths: [String]) throws -> CoverageMap {
    let reports = CoverageReports(
      files: [FilePath(report.path)], root: FilePath(repository.path), paths: paths)
    return try CoverageAssembly(environment: [:]).reportReader.coverage(of: reports, rules: .standard)
  }

  private func addedLines() throws -> [String: Set<Int>] {
    var added: [String: Set<Int>] = [:]
    var path = ""
    for line in try GitProgram(folder: repository)("diff", "--no-color", "--no-ext-diff", "-U0", "main...HEAD").utf8
      .split(separator: 10)
    {
      let line = String(decoding: Array(line), as: UTF8.self)
      if line.hasPrefix("+++ b/") {
        path = String(line.dropFirst(6))
      } else if line.hasPrefix("@@ "), let part = line.split(separator: " ").first(where: { $0.hasPrefix("+") }) {
        let numbers = part.dropFirst().split(separator: ",").compactMap { Int($0) }
        let count = numbers.count == 2 ? numbers[1] : 1
        if let first = numbers.first, count > 0 { added[path, default: []].formUnion(first..<(first + count)) }
      }
    }
    return added
  }
}
