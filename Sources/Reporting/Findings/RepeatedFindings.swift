// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

extension Finding {
  /// Whether its message can be about anything, as that of a compiler or a sanitizer; a rule always finds the same.
  var hasOwnMessage: Bool { isFromCompiler || isFromSanitizer }
}

/// The repeats of rules among findings that are shown at lines: of a rule, the first few in each file are shown, and
/// the last of them says where the others are.
struct RepeatedFindings {
  private static let shownInFile = 3
  private static let listedLines = 10

  /// The positions of the findings that are not shown.
  private(set) var hidden: Set<Int> = []
  /// The sentences at some of the positions, about findings that are not shown.
  private(set) var remarks: [Int: String] = [:]

  /// - Parameter findings: in order. Those with a message of their own do not repeat each other.
  init(_ findings: [Finding]) {
    let rules = Dictionary(grouping: findings.indices.filter { !findings[$0].hasOwnMessage }) { findings[$0].rule }
    for places in rules.values { group(places, of: findings) }
  }

  /// - Parameter places: the positions of one rule's findings.
  private mutating func group(_ places: [Int], of findings: [Finding]) {
    // Errors fail the review, so they are shown first.
    let ordered = places.filter { findings[$0].severity == .error } + places.filter { findings[$0].severity != .error }
    var shown: [String: [Int]] = [:]
    var last: Int?
    for place in ordered {
      let path = findings[place].path
      let isFull = shown.values.reduce(0) { $0 + $1.count } >= [Finding].listedPerRule
      if isFull || shown[path, default: []].count >= Self.shownInFile {
        hidden.insert(place)
      } else {
        shown[path, default: []].append(place)
        last = place
      }
    }
    let others = places.filter(hidden.contains)
    for (path, kept) in shown {
      let lines = others.filter { findings[$0].path == path }.map { findings[$0].range.startLine }
      if let end = kept.last, !lines.isEmpty { remarks[end] = Self.text(lines) }
    }
    let elsewhere = others.count { shown[findings[$0].path] == nil }
    if let last, elsewhere > 0 {
      let text = "\(counted(elsewhere, "more place")) in other files"
      remarks[last] = [remarks[last], text].compactMap(\.self).joined(separator: ", and ")
    }
  }

  /// `9 more places in this file: lines 12, 20, 31`
  private static func text(_ lines: [Int]) -> String {
    let distinct = Set(lines).sorted()
    let listed = distinct.prefix(listedLines).map(String.init).joined(separator: ", ")
    let more = distinct.count > listedLines ? ", …" : ""
    return
      "\(counted(lines.count, "more place")) in this file: \(distinct.count == 1 ? "line" : "lines") \(listed)\(more)"
  }
}
