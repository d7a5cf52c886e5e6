// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The compiler writes resolved paths.
enum ResolvedFolder {
  static func path(of folder: FilePath) throws(CoverageError) -> FilePath {
    guard let path = realpath(folder.string, nil) else {
      throw CoverageError(.pathMismatch, "the workspace \(folder) is gone")
    }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}
