// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A report with a text in each path for arbitrary text: titles, authors, paths, names of tests, messages of failures,
/// warnings, findings, notes and all others.
struct PlantedReport {
  let report: Report
  /// The number of paths.
  let count: Int

  init(_ text: String) throws {
    let paths = try Self.freePaths.get()
    var json = try Self.sample()
    for path in paths { json = Self.planting(text, at: path[...], in: json) }
    report = try ReportFile.decode(JSONSerialization.data(withJSONObject: json))
    count = paths.count
  }

  private static func sample() throws -> Any {
    try JSONSerialization.jsonObject(with: ReportFile.encode(SampleReport.full(log: "first line\nlast line")))
  }

  /// The paths of arbitrary text; ids, dates and words of a fixed set are not among them.
  private static let freePaths = Result { () throws -> [[String]] in
    let json = try sample()
    return paths(in: json, []).filter { path in
      let planted = planting("any text", at: path[...], in: json)
      return (try? ReportFile.decode(JSONSerialization.data(withJSONObject: planted))) != nil
    }
  }

  private static func paths(in value: Any, _ path: [String]) -> [[String]] {
    switch value {
    case is String: [path]
    case let list as [Any]: list.enumerated().flatMap { paths(in: $1, path + ["\($0)"]) }
    case let object as [String: Any]: object.sorted { $0.key < $1.key }.flatMap { paths(in: $1, path + [$0]) }
    default: []
    }
  }

  private static func planting(_ text: String, at path: ArraySlice<String>, in value: Any) -> Any {
    guard let name = path.first else { return text }
    if let list = value as? [Any] {
      return list.enumerated().map { "\($0)" == name ? planting(text, at: path.dropFirst(), in: $1) : $1 }
    }
    guard var object = value as? [String: Any], let inner = object[name] else { return value }
    object[name] = planting(text, at: path.dropFirst(), in: inner)
    return object
  }
}
