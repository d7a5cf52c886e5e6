// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Commands

struct VersionTextTests {
  @Test func `a release names its commit and what it contains`() {
    #expect(
      VersionText.make(commit: "0123456789abcdef", linked: "libgit2 1.5.1, SQLite 3.40.1") == """
        reviewbot \(ProgramVersion.number)
        commit: 0123456789abcdef
        linked: libgit2 1.5.1, SQLite 3.40.1
        """)
  }

  @Test func `other builds say that they record nothing`() {
    let lines = VersionText.ofProgram.split(separator: "\n")
    #expect(lines.first == "reviewbot \(ProgramVersion.number)")
    #expect(lines.dropFirst().first == "commit: unknown; not built by make dist")
    #expect(lines.last?.hasPrefix("linked: shared libraries of this machine, such as libgit2 1.") == true)
  }
}
