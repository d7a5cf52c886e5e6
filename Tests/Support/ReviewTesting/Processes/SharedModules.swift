// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import SystemPackage

/// A module cache that the builds of sample packages share.
///
/// Without it, each build in a new directory compiles the toolchain's C modules again, which takes more than half of
/// its time. SwiftPM's own tests set a shared cache with the same variable. It cannot be used in a sandbox, which does
/// not contain the directory; there, the samples start from a kept build (``SampleHome``).
package enum SharedModules {
  /// An environment whose `PATH` begins with a `swift` that uses the cache.
  package static func environment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    guard let path = environment["PATH"], let directory = try? program(for: path) else { return environment }
    return environment.merging(["PATH": "\(directory):\(path)"]) { $1 }
  }

  /// The directory of the program, beside the tests, so that the next run finds a filled cache.
  private static let directory = RunningExecutable.path.parent.appending("shared-modules")

  private static func program(for path: String) throws -> FilePath? {
    let candidates: [String] = path.split(separator: ":").map { "\($0)/swift" }
    guard let swift = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
    let programs = directory.appending("bin")
    try FileManager.default.createDirectory(atPath: programs.string, withIntermediateDirectories: true)
    let text = "#!/bin/sh\nSWIFTPM_TESTS_MODULECACHE='\(directory)/cache' exec '\(swift)' \"$@\"\n"
    let program = programs.appending("swift")
    if FileManager.default.contents(atPath: program.string) != Data(text.utf8) {
      try InstalledProgram.write(Data(text.utf8), to: program)
    }
    return programs
  }
}
