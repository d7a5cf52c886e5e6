// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A report with a text in each place for arbitrary text: titles, authors, paths, names of tests, messages of failures,
/// warnings, findings, notes and all others.
struct PlantedReport {
  let report: Report
  /// The number of places.
  let count: Int

  init(_ text: String) throws {
    let places = try Self.freePlaces.get()
    var json = try Self.sample()
    for place in places { json = Self.planting(text, at: place[...], in: json) }
    report = try ReportFile.decode(JSONSerialization.data(withJSONObject: json))
    count = places.count
  }

  private static func sample() throws -> Any {
    try JSONSerialization.jsonObject(with: ReportFile.encode(SampleReport.full(log: "first line\nlast line")))
  }

  /// The places for arbitrary text; ids, dates and words of a fixed set are not among them.
  private static let freePlaces = Result { () throws -> [[String]] in
    let json = try sample()
    return places(in: json, []).filter { place in
      let planted = planting("any text", at: place[...], in: json)
      return (try? ReportFile.decode(JSONSerialization.data(withJSONObject: planted))) != nil
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
