// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Locates a program of the toolchain without running it.
package enum ToolchainDirectories {
  /// The folders that the toolchain is read from, as far as its path shows.
  package static func directories(_ environment: [String: String]) -> [FilePath] {
    guard let swift = program("swift", onPath: environment["PATH"] ?? "") else { return [] }
    return [swift.parent, SandboxPaths.resolved(swift).parent.parent]
  }

  /// - Returns: the first executable file of this name in the absolute directories of `path`; `nil` when there is none.
  package static func program(_ name: String, onPath path: String) -> FilePath? {
    path.split(separator: ":").map { FilePath("\($0)/\(name)") }.first { file in
      file.isAbsolute && access(file.string, X_OK) == 0
    }
  }
}
