// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// How this program is shown and started in a sandbox.
struct InnerProgram: Sendable {
  let folders: [SharedFolder]
  /// What a command line begins with.
  let words: [String]

  private static let libraries: FilePath = "/box/lib"

  /// In one that has the system's libraries: the others are shown where they are.
  static func linked(_ program: FilePath) -> InnerProgram {
    InnerProgram(
      folders: OwnLibraries.folders.map { SharedFolder($0, as: $0) }
        + [SharedFolder(program, as: SandboxEntrance.name)],
      words: [SandboxEntrance.name.string])
  }

  /// In one that has another system, or another version of it: with all of its own libraries and their loader.
  static func bundled(_ program: FilePath) -> InnerProgram {
    let shown = OwnLibraries.files.map { file in
      SharedFolder(FolderNames.resolved(file), as: libraries.appending(file.lastComponent?.string ?? ""))
    }
    let loader = shown.first { $0.name.lastComponent?.string.hasPrefix("ld-") == true }
    let start = loader.map { [$0.name.string, "--library-path", libraries.string] } ?? []
    return InnerProgram(
      folders: shown + [SharedFolder(program, as: SandboxEntrance.name)], words: start + [SandboxEntrance.name.string])
  }
}
