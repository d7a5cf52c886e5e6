// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A report with a text in each of its places that takes one: titles, authors, paths, names of tests, messages of
/// failures, warnings, findings, notes and all others.
struct PlantedReport {
  private(set) var report: Report
  /// In how many places it is.
  private(set) var count = 0

  init(_ text: String) throws {
    report = try SampleReport.full(log: "first line\nlast line")
    var json = try JSONSerialization.jsonObject(with: ReportFile.encode(report))
    for place in Self.places(in: json, []) {
      let planted = Self.planting(text, at: place[...], in: json)
      // Ids, dates and words of a fixed set take no other text.
      guard let report = try? ReportFile.decode(JSONSerialization.data(withJSONObject: planted)) else { continue }
      (self.report, json) = (report, planted)
      count += 1
    }
  }

  private static func places(in value: Any, _ place: [String]) -> [[String]] {
    switch value {
    case is String: [place]
    case let list as [Any]: list.enumerated().flatMap { places(in: $1, place + ["\($0)"]) }
    case let object as [String: Any]: object.sorted { $0.key < $1.key }.flatMap { places(in: $1, place + [$0]) }
    default: []
    }
  }

  private static func planting(_ text: String, at place: ArraySlice<String>, in value: Any) -> Any {
    guard let name = place.first else { return text }
    if let list = value as? [Any] {
      return list.enumerated().map { "\($0)" == name ? planting(text, at: place.dropFirst(), in: $1) : $1 }
    }
    guard var object = value as? [String: Any], let inner = object[name] else { return value }
    object[name] = planting(text, at: place.dropFirst(), in: inner)
    return object
  }
}
