// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A measured value for the page of all benchmarks: a line of JSON, whose keys `Benchmarks/figures.py` describes.
struct Figure {
  /// The groups of the page that this program has figures for.
  enum Group: String, Encodable {
    case coverage, git, history, queue, rendering, transport
  }

  /// The value of another program.
  struct Peer: Encodable {
    let name: String
    let value: Double

    init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }

    /// In milliseconds.
    init(_ times: Times) { self.init(times.name, times.shortest * 1000) }

    func encode(to encoder: any Encoder) throws {
      var pair = encoder.unkeyedContainer()
      try pair.encode(name)
      try pair.encode(value)
    }
  }

  let group: Group
  let name: String
  var unit = "ms"
  let ours: Double
  var peers: [Peer] = []
  /// The value that ours must not exceed, or must reach.
  var limit: Double?
  var isAtLeast = false

  /// Adds the figure to the folder that `REVIEWBOT_FIGURES` names, if any.
  func keep() throws {
    guard let folder = ProcessInfo.processInfo.environment["REVIEWBOT_FIGURES"], !folder.isEmpty else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(group.rawValue).jsonl")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
    try handle.close()
  }

  private var isKept: Bool {
    guard let limit else { return true }
    return isAtLeast ? ours >= limit : ours <= limit
  }
}

extension Figure: Encodable {
  private enum CodingKeys: String, CodingKey {
    case group, name, unit, ours, peers, limit
    case isAtLeast = "at_least"
    case isKept = "kept"
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(group, forKey: .group)
    try keys.encode(name, forKey: .name)
    try keys.encode(unit, forKey: .unit)
    try keys.encode(ours, forKey: .ours)
    try keys.encode(peers, forKey: .peers)
    try keys.encode(limit, forKey: .limit)
    try keys.encode(isAtLeast, forKey: .isAtLeast)
    try keys.encode(isKept, forKey: .isKept)
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
