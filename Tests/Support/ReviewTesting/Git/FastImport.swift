// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Creates a bare repository from a stream of commits, in one run of git for any number of commits.
package struct FastImport: Sendable {
  private var stream = ""
  private var marks: [String: Int] = [:]

  package init() {}

  /// Adds a commit to a branch, which begins at the tip of another one.
  ///
  /// The ids depend only on the commits, not on the time or the place.
  package mutating func commit(
    to branch: String, _ message: String, onTopOf parent: String? = nil, files: [String: String]
  ) {
    let mark = marks.count + 1
    stream += "commit refs/heads/\(branch)\nmark :\(mark)\n"
    stream += "committer Ada <ada@example.com> 1767225600 +0000\n" + Self.data(message)
    if let mark = parent.flatMap({ marks[$0] }) { stream += "from :\(mark)\n" }
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      stream += "M 100644 inline \(name)\n" + Self.data(text)
    }
    stream += "\n"
    marks[branch] = mark
  }

  /// Creates the repository, whose branch is `main`.
  package func write(to bare: FilePath, in scratch: ScratchDirectory) throws {
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    try EmptyRepository.make(at: bare, isBare: true)
    let file = try scratch.write("stream-\(UUID().uuidString)", stream)
    try FinishedCommand.output(
      of: ["/bin/sh", "-c", "exec git fast-import --quiet <\"$0\"", file.string], environment: environment, in: bare)
    try FileManager.default.removeItem(atPath: file.string)
  }

  private static func data(_ text: String) -> String { "data \(text.utf8.count)\n\(text)\n" }
}
