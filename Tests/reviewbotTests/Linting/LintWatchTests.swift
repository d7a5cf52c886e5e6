// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot lint --watch` in a real working tree.
struct LintWatchTests {
  /// The shell sends the signal as soon as the command waits for changes.
  @Test(arguments: ["INT", "TERM"])
  func `a signal ends it without a message and with status 0`(signal: String) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("a.swift", "let a = 1\n")
      try git.commit("base")
      let script = """
        mkfifo ../errors
        "$0" "$@" 2>../errors &
        program=$!
        while read -r line; do
          echo "$line"
          case $line in *Ctrl-C*) kill -\(signal) $program ;; esac
        done <../errors
        wait $program
        """
      let outcome = try await BuiltProgram(in: folder).run(
        ["lint", "--watch", "--all"], shell: script, in: git.folder.path)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.hasSuffix("reviewbot: waiting for changes; end with Ctrl-C\n"), "\(outcome)")
    }
  }
}
