// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SwiftBuild

/// The readers of what the compiler and the tests leave, which code under review can write itself.
final class ResultSubject: FuzzSubject {
  private let reader: UntrustedResults
  let corpus: [[UInt8]]
  let words = [
    "<testsuite>", "</testsuite>", "<testcase ", "<failure ", "message=\"", "<![CDATA[", "]]>", "&lt;", "&#x41;", "&a;",
    "<!--", "-->",
    "<!DOCTYPE a>", "<?xml ?>", "\"kind\":\"event\"", "\"payload\":{", "\"testID\":\"", "\"testStarted\"",
    "\"issueRecorded\"",
    "\u{0}\u{0}\u{0}\u{0}", "DIAG", "../", "/fuzz/",
  ]

  init(_ reader: UntrustedResults) {
    self.reader = reader
    switch reader {
    case .xunit: corpus = [Array(FuzzCorpus.xunit.utf8)]
    case .events: corpus = [Array(FuzzCorpus.events.utf8)]
    case .diagnostics:
      // The text of this source is right.
      corpus = [Array(Data(base64Encoded: FuzzCorpus.diagnostics, options: .ignoreUnknownCharacters) ?? Data())]
    }
  }

  func look(at bytes: [UInt8]) -> FuzzLook {
    guard let results = reader.read(bytes, repositoryRoot: "/tmp/repo") else {
      return FuzzLook(problem: nil, kind: "unreadable", isAccepted: false)
    }
    let paths = results.diagnostics.map(\.path) + results.failures.compactMap(\.path)
    let places = results.diagnostics.map(\.line) + results.failures.compactMap(\.line)
    let texts =
      results.diagnostics.map(\.message)
      + results.failures.flatMap { [$0.message, $0.suite, $0.name, $0.output ?? ""] }
      + results.cases.flatMap { [$0.suite, $0.name, $0.reason ?? ""] }
    let problem: String? =
      if let path = paths.first(where: { $0.hasPrefix("/") || $0.split(separator: "/").contains("..") || $0.isEmpty }) {
        "the path \(path) leads out of the repository"
      } else if places.contains(where: { $0 < 0 }) || results.cases.contains(where: { $0.milliseconds < 0 }) {
        "a negative number"
      } else if let text = texts.first(where: { $0.utf8.count > 64 << 10 }) {
        "a text of \(text.utf8.count) bytes"
      } else { nil }
    let kind =
      "\(results.cases.map { "\($0.result)" }) \(results.failures.count) \(paths.count) \(results.diagnostics.count)"
    return .accepted(kind, problem: problem)
  }
}
