// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// With plain files. Tests/ControlGroups tests the kernel's own files in a virtual machine.
struct ControlGroupWatchTests {
  private static let start = ["memory.events": "low 0\noom 1\noom_kill 2\n", "pids.events": "max 5\n"]

  /// Runs a shell script in the folder that replaces the group's.
  private func ending(_ script: String) async throws -> ChildResult.Ending {
    try await withScratchDirectory { folder in
      for (name, text) in Self.start { try folder.write(name, text) }
      let resources = ResourceLimits(tasks: 64, memoryBytes: 256 << 20, controlGroup: folder.path)
      return try await ChildProcess.run(
        ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path),
        limits: ChildLimits(time: .seconds(600), resources: resources)
      ).ending
    }
  }

  @Test(
    arguments: [
      (
        "killed at the limit", "printf 'low 0\\noom 2\\noom_kill 5\\n' >memory.events; kill -KILL $$",
        .tooMuchMemory(bytes: 256 << 20)
      ),
      (
        "with all of the group",
        "printf 'low 0\\noom 2\\noom_kill 5\\noom_group_kill 1\\n' >memory.events; kill -KILL $$",
        .tooMuchMemory(bytes: 256 << 20)
      ),
      // The host ran out of memory, and the kernel selected this process.
      ("killed for another reason", "printf 'oom 1\\noom_kill 3\\n' >memory.events; kill -KILL $$", .signalled(9)),
      ("refused memory and went on", "printf 'oom 2\\noom_kill 2\\n' >memory.events; exit 4", .exited(4)),
      ("what was before it", "exit 0", .exited(0)),
      ("refused a process, and ended", "echo max 6 >pids.events; exit 1", .tooManyTasks(64)),
      ("refused a process, and goes on", "echo max 6 >pids.events; exec sleep 3600", .tooManyTasks(64)),
      ("a group that is gone", "rm memory.events pids.events; exit 3", .exited(3)),
      ("nonsense", "echo oom_kill many >memory.events; exit 5", .exited(5)),
    ] as [(String, String, ChildResult.Ending)])
  func `the kernel's counters determine the ending of a child`(
    _: String, script: String, expected: ChildResult.Ending
  ) async throws {
    #expect(try await ending(script) == expected)
  }
}
