// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Creates repositories like `git init`, without its sample hooks: the tests have more than a thousand repositories.
///
/// Source: gitrepository-layout(5); git accepts a directory with these files as a repository.
package enum EmptyRepository {
  /// Creates a repository whose branch is `main`.
  ///
  /// - Parameters:
  ///   - path: the repository itself, such as the `.git` of a working tree; it may exist.
  ///   - isBare: whether it has no working tree.
  package static func make(at path: FilePath, isBare: Bool) throws {
    for name in ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    let configuration = """
      [core]
      \trepositoryformatversion = 0
      \tfilemode = true
      \tbare = \(isBare)

      """
    for (name, text) in [("HEAD", "ref: refs/heads/main\n"), ("config", configuration)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }
}
