// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// What SwiftPM leaves in a package's build folder.
struct Products: Sendable {
  let folder: FilePath

  init(of package: FilePath) {
    folder = package.appending(".build").appending("debug")
  }

  /// Present as well when tests failed or crashed.
  var profiles: [FilePath] { Self.files(in: folder.appending("codecov")) { $0.hasSuffix(".profraw") } }

  /// The programs that hold the tests and what they test.
  var testPrograms: [FilePath] { Self.files(in: folder) { $0.hasSuffix(".xctest") } }

  private static func files(in folder: FilePath, where isWanted: (String) -> Bool) -> [FilePath] {
    // A folder that is not there has no files: the build or the tests did not get that far.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    return names.filter(isWanted).sorted().map { folder.appending($0) }
  }
}
