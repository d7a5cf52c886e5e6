// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// Values by path, such as `pulls/1.json`.
enum ForgeStore: Sendable {
  /// The values by name, for each folder of paths.
  case memory(Locked<[String: [String: any Sendable]]>)
  /// Files, which other processes can read too.
  case folder(FilePath)

  /// The sorted names in a folder of paths.
  func names(_ folder: String) -> [String] {
    switch self {
    case .memory(let values): values.withLock { ($0[folder] ?? [:]).keys.sorted() }
    case .folder(let root):
      ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(folder).string)) ?? [])
        .filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  func read<Value: Decodable & Sendable>(_ place: String) -> Value? {
    switch self {
    case .memory(let values):
      let (folder, name) = Self.parts(of: place)
      return values.withLock { $0[folder]?[name] as? Value }
    case .folder(let root):
      return FileManager.default.contents(atPath: root.appending(place).string).flatMap {
        try? JSONDecoder().decode([Value].self, from: $0).first
      }
    }
  }

  func write(_ value: some Encodable & Sendable, to place: String) {
    switch self {
    case .memory(let values):
      let (folder, name) = Self.parts(of: place)
      values.withLock { $0[folder, default: [:]][name] = value }
    case .folder(let root): Self.write(value, to: root.appending(place))
    }
  }

  private static func write(_ value: some Encodable, to path: FilePath) {
    do {
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
      // Written under another name first: a listing of the directory contains complete files only.
      let unfinished = path.removingLastComponent().appending(".\(UUID().uuidString)")
      try JSONEncoder().encode([value]).write(to: URL(fileURLWithPath: unfinished.string))
      guard rename(unfinished.string, path.string) == 0 else { preconditionFailure("cannot rename \(unfinished)") }
    } catch {
      preconditionFailure("the folder of the forge cannot be written: \(error)")
    }
  }

  /// Splits a path at its last slash.
  private static func parts(of place: String) -> (folder: String, name: String) {
    guard let slash = place.lastIndex(of: "/") else { return ("", place) }
    return (String(place[..<slash]), String(place[place.index(after: slash)...]))
  }
}
