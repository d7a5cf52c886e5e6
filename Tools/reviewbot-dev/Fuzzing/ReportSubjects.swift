// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Reporting
import ReviewContract
import SecretMasking
import SwiftBuild

/// The host's reading of `report.json`, up to the text that it posts.
final class ReportSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let dictionary = [
    "\"verdict\":\"passed\"", "\"schema\":1", "\"findings\":[", "\"runs\":[", "\"line\":", "\"start_line\":",
    "1000000000", "1000000001",
    "[[1,2]]", "\"uncovered_regions\":", "\"text\":\"", "\\u202e", "\\u0000", "<!-- reviewbot:v1 id=reviewbot -->",
    "@octocat", "`",
    "|",
  ]
  private let renderers: [String: any ReportRenderer]
  private let files: ReportFiles
  private let mask = SecretMask(["a-secret-of-fuzzing"])

  init() throws {
    corpus = try ["report.json", "reports/testsRed.json", "reports/green.json"].map { name in
      Array(try Data(contentsOf: URL(fileURLWithPath: "Tests/ReportingTests/Golden/\(name)")))
    }
    let reporting = ReportingAssembly()
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("the default name is one") }
    files = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    renderers = [
      "comment": reporting.comment(CommentSettings(marker: marker)),
      "terminal": reporting.terminal(TerminalSettings(hasColor: true, width: 100)),
      "json": reporting.json, "annotations": reporting.annotations,
      "summary": reporting.summary,
    ]
  }

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    let report: Report
    do {
      report = try ReportFile.decode(Data(bytes)).masked(by: mask)
    } catch let error as ReportFileError {
      return .refused(error.message)
    }
    if try ReportFile.decode(ReportFile.encode(report)) != report {
      return .accepted("changed", problem: "it changes in a round trip")
    }
    var problem: String?
    for (name, renderer) in renderers {
      let text = try renderer.render(report)
      // The forges' maximum length of a comment; a status has one line.
      let limit = name == "comment" ? 65_536 : name == "summary" ? 140 : Int.max
      if text.unicodeScalars.count > limit { problem = "the \(name) has \(text.unicodeScalars.count) characters" }
      if name == "summary", text.contains("\n") { problem = "the summary has lines" }
    }
    for format in ReportFormat.files {
      let text = try files.render(report, as: format) ?? ""
      if text.utf8.count > 64 << 20 { problem = "\(format.rawValue) has \(text.utf8.count) bytes" }
      // The two script elements of the page: the data and the script.
      if format == .html, text.components(separatedBy: "<script").count != 3 { problem = "the page has another script" }
    }
    return .accepted("\(report.verdict) \(report.findings.count) \(report.runs.count)", problem: problem)
  }
}

/// The host's reading, comparing and storing of `coverage.json`.
final class SnapshotSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let dictionary = [
    "\"lines\":", "\"files\":[", "\"commit\":\"", "\"unlinkedFiles\":", "../", "/", ",", "-", "\"schema\":1",
  ]

  init() throws {
    guard let commit = CommitID(String(repeating: "a", count: 40)) else { preconditionFailure("40 digits are an id") }
    let snapshot = CoverageSnapshot(
      commit: commit, toolchain: "Swift version 6.3", packages: ["", "Tools"], testsPassed: true,
      files: [
        "Sources/A.swift": [1: .covered, 2: .missed, 3: .partial, 9: .covered], "Sources/B.swift": [100_000: .missed],
      ], unlinkedFiles: 2)
    corpus = [Array(try snapshot.encoded())]
  }

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    guard let snapshot = CoverageSnapshot(decoding: Data(bytes)) else {
      return FuzzLook(problem: nil, kind: "refused", isAccepted: false)
    }
    let counts = snapshot.counts
    let problem: String? =
      if CoverageSnapshot(decoding: try snapshot.encoded()) != snapshot {
        "it changes in a round trip"
      } else if [counts.covered, counts.partial, counts.missed].contains(where: { $0 < 0 }) {
        "a negative count"
      } else { nil }
    return .accepted("\(counts.covered) \(counts.partial) \(counts.missed) \(snapshot.byPath.count)", problem: problem)
  }
}

/// The readers of the results of the compiler and the tests, which code under review can write itself.
final class ResultSubject: FuzzSubject {
  private let reader: UntrustedResults
  let corpus: [[UInt8]]
  let dictionary = [
    "<testsuite>", "</testsuite>", "<testcase ", "<failure ", "message=\"", "<![CDATA[", "]]>", "&lt;", "&#x41;", "&a;",
    "<!--", "-->",
    "<!DOCTYPE a>", "<?xml ?>", "\"kind\":\"event\"", "\"payload\":{", "\"testID\":\"", "\"testStarted\"",
    "\"issueRecorded\"",
    "\u{0}\u{0}\u{0}\u{0}", "DIAG", "../", "/fuzz/",
  ]

  init(_ reader: UntrustedResults) {
    self.reader = reader
    switch reader {
    case .xunit: corpus = [PackageResources.tests_xml]
    case .events: corpus = [PackageResources.events_jsonl]
    case .diagnostics: corpus = [PackageResources.diagnostics_dia]
    }
  }

  func look(at bytes: [UInt8]) -> FuzzLook {
    guard let results = reader.read(bytes, repositoryRoot: "/tmp/repo") else {
      return FuzzLook(problem: nil, kind: "unreadable", isAccepted: false)
    }
    let paths = results.diagnostics.map(\.path) + results.failures.compactMap(\.path)
    let lines = results.diagnostics.map(\.line) + results.failures.compactMap(\.line)
    let texts =
      results.diagnostics.map(\.message)
      + results.failures.flatMap { [$0.message, $0.suite, $0.name, $0.output ?? ""] }
      + results.cases.flatMap { [$0.suite, $0.name, $0.reason ?? ""] }
    let problem: String? =
      if let path = paths.first(where: { $0.hasPrefix("/") || $0.split(separator: "/").contains("..") || $0.isEmpty }) {
        "the path \(path) leads out of the repository"
      } else if lines.contains(where: { $0 < 0 }) || results.cases.contains(where: { $0.milliseconds < 0 }) {
        "a negative number"
      } else if let text = texts.first(where: { $0.utf8.count > 64 << 10 }) {
        "a text of \(text.utf8.count) bytes"
      } else { nil }
    let kind =
      "\(results.cases.map { "\($0.result)" }) \(results.failures.count) \(paths.count) \(results.diagnostics.count)"
    return .accepted(kind, problem: problem)
  }
}
