// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A folder of the repository that a build may write, relative to the root.
package struct WritableFolder: ConfigurationValue {
  static let maximumCount = 20

  package let path: String

  package init?(_ text: String) {
    guard let path = PackagePath(text)?.path, path != "." else { return nil }
    let names = path.split(separator: "/")
    // The build folder is writable anyway, and what it contains is not configurable.
    guard !names.contains(where: { $0 == SourceManifest.buildDirectory }), names.last != "Package.resolved" else {
      return nil
    }
    self.path = path
  }

  package var description: String { path }

  package static let noun = "folder of the repository"
  package static let examples = "Sources/Generated"
  package static let pattern = "^[^/]."

  package static func remedy(for text: String) -> String? {
    "write a folder relative to the root of the repository, other than the root and .build"
  }
}
