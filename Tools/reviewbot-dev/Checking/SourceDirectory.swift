// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The files of the package.
struct SourceDirectory {
  private let root: URL

  init(_ root: String) {
    self.root = URL(fileURLWithPath: root)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  /// - Returns: `nil` when there is no such file.
  func text(_ path: String) throws -> String? {
    exists(path) ? try String(contentsOf: url(path), encoding: .utf8) : nil
  }

  func write(_ path: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(path), options: .atomic)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url(path))
  }

  /// Returns the files below a folder whose names have a suffix, sorted; empty when there is no such folder.
  func files(below folder: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: url(folder).path)?.compactMap { $0 as? String } ?? []
    return names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }.filter { $0.hasSuffix(suffix) }.sorted()
  }

  private func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }
}
