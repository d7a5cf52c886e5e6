// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The readers of coverage reports: what they make of one must be true of the file, and stay so when it is joined with others.
final class CoverageSubject: FuzzSubject {
  let corpus: [[UInt8]]

  private let reader: any CoverageReportReader
  private let folder: FilePath
  private let invariants = MapInvariants(source: FuzzCorpus.source)
  private static let good = ["json": FuzzCorpus.json, "lcov": FuzzCorpus.lcov]

  /// - Parameter folder: is there, and is filled.
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
      // As llvm-cov writes it, and with a file's name behind its segments.
      : [FuzzCorpus.json, nameLast(FuzzCorpus.json)]
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
      // What is there twice is there once.
      if try read([input, input]) != map {
        return .accepted("map", problem: "it changes when it is merged with itself")
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
