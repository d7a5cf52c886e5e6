// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// What folders of this machine are called in a sandbox.
struct FolderNames: Sendable {
  private let names: [(path: FilePath, name: FilePath)]

  /// A folder can be named by a path with links in it and by the path that this leads to.
  init(_ folders: [SharedFolder]) {
    names = folders.flatMap { folder in
      [(folder.path, folder.name), (Self.resolved(folder.path), folder.name)]
    }
  }

  /// The name of what is in one of the folders; what is not keeps its path.
  func name(of path: FilePath) -> FilePath {
    let matches = names.filter { path.starts(with: $0.path) }
    guard let best = matches.max(by: { $0.path.components.count < $1.path.components.count }) else { return path }
    var name = best.name
    name.append(path.components.dropFirst(best.path.components.count))
    return name
  }

  static func resolved(_ path: FilePath) -> FilePath {
    guard let resolved = realpath(path.string, nil) else { return path }
    defer { free(resolved) }
    return FilePath(String(cString: resolved))
  }
}
