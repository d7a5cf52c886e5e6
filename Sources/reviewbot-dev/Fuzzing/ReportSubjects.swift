// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import Foundation
import Reporting
import ReviewContract
import SecretMasking

/// `report.json` as the half with the token reads it, up to what it posts.
final class ReportSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let words = [
    "\"verdict\":\"passed\"", "\"schema\":1", "\"findings\":[", "\"runs\":[", "\"line\":", "\"start_line\":",
    "1000000000", "1000000001",
    "[[1,2]]", "\"idle\":", "\"text\":\"", "\\u202e", "\\u0000", "<!-- reviewbot:v1 id=reviewbot -->", "@octocat", "`",
    "|",
  ]
  private let renderers: [String: any ReportRenderer]
  private let mask = SecretMask(["a-secret-of-fuzzing"])

  init() throws {
    corpus = [Array(try Data(contentsOf: URL(fileURLWithPath: "Tests/ReportingTests/Golden/report.json")))]
    var resolver = Registry([ReportingAssembly()]).resolver()
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("the default name is one") }
    renderers = [
      "comment": try resolver(.commentRenderer)(CommentSettings(marker: marker)),
      "terminal": try resolver(.terminalRenderer)(TerminalSettings(hasColor: true, width: 100)),
      "json": try resolver(.jsonRenderer), "annotations": try resolver(.annotationRenderer),
      "summary": try resolver(.summaryRenderer),
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
      return .accepted("changed", problem: "it is another when it is written and read again")
    }
    var problem: String?
    for (name, renderer) in renderers {
      let text = try renderer.render(report)
      // A forge takes no longer comment, and a status has one line.
      let limit = name == "comment" ? 65_536 : name == "summary" ? 140 : Int.max
      if text.unicodeScalars.count > limit { problem = "the \(name) has \(text.unicodeScalars.count) characters" }
      if name == "summary", text.contains("\n") { problem = "the summary has lines" }
    }
    return .accepted("\(report.verdict) \(report.findings.count) \(report.runs.count)", problem: problem)
  }
}

/// `coverage.json` as the half with the token reads, compares and keeps it.
final class SnapshotSubject: FuzzSubject {
  let corpus: [[UInt8]]
  let words = [
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
        "it is another when it is written and read again"
      } else if [counts.covered, counts.partial, counts.missed].contains(where: { $0 < 0 }) {
        "a negative count"
      } else { nil }
    return .accepted("\(counts.covered) \(counts.partial) \(counts.missed) \(snapshot.byPath.count)", problem: problem)
  }
}
