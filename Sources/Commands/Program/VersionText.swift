// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CBuild
import Git
import ReviewContract

/// The output of `--version`: the number, the commit, and the libraries in the program.
enum VersionText {
  static var ofProgram: String {
    make(commit: String(cString: reviewbot_build_commit()), linked: String(cString: reviewbot_build_linked()))
  }

  /// - Parameters:
  ///   - commit: the commit of the sources; empty if the build did not record it.
  ///   - linked: the names and versions of the libraries that are linked statically; empty if they are shared libraries.
  static func make(commit: String, linked: String) -> String {
    """
    \(ProgramVersion.tool)
    commit: \(commit.isEmpty ? "unknown; not built by make dist" : commit)
    linked: \(linked.isEmpty ? "shared libraries of this machine, such as libgit2 \(GitVersion.text)" : linked)
    """
  }
}
