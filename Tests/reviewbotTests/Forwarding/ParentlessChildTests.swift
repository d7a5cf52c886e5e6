// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct ParentlessChildTests {
  @Test(arguments: ["__fetch", "__mirror"])
  func `a child whose parent is gone does not go on without it`(name: String) async throws {
    try await withScratchFolder { folder in
      let program = try BuiltProgram(in: folder)
      // The request never comes, and its end neither: the child would wait for ever.
      let pipe = folder.path.appending("pipe").string
      try #require(mkfifo(pipe, 0o600) == 0)
      let held = open(pipe, O_RDWR | O_CLOEXEC)
      defer { close(held) }
      let script = "REVIEWBOT_PARENT=$$ \"$1\" \"$2\" < \"$3\" > /dev/null 2>&1 & echo $!"
      let shell = try FinishedCommand(["/bin/sh", "-c", script, "sh", program.executable.string, name, pipe])
      let child = try #require(Int32(shell.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      while isAlive(child) {
        try Task.checkCancellation()
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Whether it is there and more than a name that nobody asked for the end of.
  private func isAlive(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z"
  }
}
