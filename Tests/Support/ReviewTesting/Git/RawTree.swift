// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Trees that git itself would not create.
package struct RawTree {
  package struct Entry {
    package let mode: String
    package let name: [UInt8]
    package let id: String

    package init(mode: String, name: [UInt8], id: String) {
      self.mode = mode
      self.name = name
      self.id = id
    }

    package static func file(_ name: String, _ id: String) -> Entry {
      Entry(mode: "100644", name: Array(name.utf8), id: id)
    }
    package static func folder(_ name: String, _ id: String) -> Entry {
      Entry(mode: "40000", name: Array(name.utf8), id: id)
    }
  }

  private let fixture: GitFixture

  package init(fixture: GitFixture) {
    self.fixture = fixture
  }

  package func blob(_ text: String) throws -> String {
    try fixture.write(".git/raw", text)
    return try trimmed(fixture.git("hash-object", "-w", ".git/raw"))
  }

  package func tree(_ entries: [Entry]) throws -> String {
    var data = Data()
    for entry in entries {
      data += Data("\(entry.mode) ".utf8) + Data(entry.name) + Data([0])
      for index in stride(from: 0, to: entry.id.count, by: 2) {
        let digits = entry.id.dropFirst(index).prefix(2)
        data.append(UInt8(digits, radix: 16) ?? 0)
      }
    }
    let file = fixture.folder.path.appending(".git/raw")
    try data.write(to: URL(fileURLWithPath: file.string))
    return try trimmed(fixture.git("hash-object", "-t", "tree", "-w", "--literally", ".git/raw"))
  }

  /// Opens pull request 7 with the tree, on top of `main`.
  package func openPullRequest(_ tree: String) throws {
    let commit = try trimmed(fixture.git("commit-tree", tree, "-p", "main", "-m", "hostile"))
    try fixture.openPullRequest(7, at: commit)
  }

  private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}
