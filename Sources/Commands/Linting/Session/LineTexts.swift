// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Rules
import SystemPackage

/// Reads the text of lines of the checked files.
final class LineTexts {
  private let checkout: ContainedDirectory
  private let texts: [String: [UInt8]]?
  private var path: String?
  private var lines: [Range<Int>] = []
  private var bytes: [UInt8] = []

  init(root: FilePath, texts: [String: [UInt8]]?) {
    checkout = ContainedDirectory(root)
    self.texts = texts
  }

  /// Returns the first line of a finding without its line break; `nil` if the file cannot be read. Findings should be
  /// looked up in the order of their files, because only the last file is kept.
  func line(_ finding: Finding) -> String? {
    if path != finding.path { load(finding.path) }
    let index = finding.range.startLine - 1
    guard lines.indices.contains(index) else { return nil }
    return String(decoding: bytes[lines[index]], as: UTF8.self)
  }

  private func load(_ path: String) {
    self.path = path
    // A file that changed while it was read has no excerpt.
    bytes = texts.map { $0[path] ?? [] } ?? (try? checkout.bytes(at: path, limit: RuleLinter.maximumBytes)) ?? []
    lines = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let end = index > start && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
      lines.append(start..<end)
      start = index + 1
    }
    if start < bytes.count || lines.isEmpty { lines.append(start..<bytes.count) }
  }
}
