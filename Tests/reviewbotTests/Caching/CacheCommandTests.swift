// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct CacheCommandTests {
  @Test func `caches are listed and pruned`() async throws {
    try await withScratchDirectory { folder in
      let program = try BuiltProgram(in: folder)
      let home = folder.path.appending("home")
      try folder.write("home/builds/a/1/x", String(repeating: "x", count: 64 << 10))
      let listed = try await program.run(["cache", "list", "--home", home.string])
      #expect(listed.status == 0, "\(listed.errors)")
      let lines = listed.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(lines.first == ["CACHE", "ENTRIES", "SIZE", "LIMIT", "FOLDER"])
      #expect(lines.map { $0[0] }.dropFirst() == ["mirrors", "builds", "responses", "results", "logs", "lint"])
      #expect(lines.first { $0[0] == "builds" }.map { [$0[1], $0[3], $0[4]] } == ["1", "50G", "\(home)/builds"])
      #expect(try await program.run(["cache", "prune", "--home", home.string]).output == "nothing to delete\n")
      let pruned = try await program.run(["cache", "prune", "builds", "--all", "--home", home.string])
      #expect(pruned.output.hasPrefix("builds: deleted "))
      #expect(!folder.exists("home/builds/a"))
      #expect(try await program.run(["cache", "list", "--home", "relative"]).status == 2)
    }
  }
}
