// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct ParentlessChildTests {
  @Test(arguments: ["__fetch", "__mirror"])
  func `a child process ends when its parent is gone`(name: String) async throws {
    try await withScratchDirectory { folder in
      let program = try BuiltProgram(in: folder)
      // Neither the request nor its end arrives: the child would wait forever.
      let pipe = folder.path.appending("pipe").string
      try #require(mkfifo(pipe, 0o600) == 0)
      let held = open(pipe, O_RDWR | O_CLOEXEC)
      defer { close(held) }
      let script = "REVIEWBOT_PARENT=$$ \"$1\" \"$2\" < \"$3\" > /dev/null 2>&1 & echo $!"
      let shell = try FinishedCommand(["/bin/sh", "-c", script, "sh", program.executable.string, name, pipe])
      let child = try #require(Int32(shell.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(try await ForeignProcess.waitForEnd(of: child))
    }
  }
}
