// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The next `check` removes the leftovers of a killed one.
  struct KilledCheckTests {
    private static let moments = Soak.count(2, long: 10)
    private static let level = Bubblewrap.isUsable ? "bwrap" : "none"
    /// Only the long run also builds and caches the base.
    private static let cache = Soak.isLong ? [] : ["--no-build-cache"]

    @Test func `a check killed at any moment leaves only files that the next check removes`() async throws {
      try await withScratchDirectory { folder in
        let base = SampleRepository.withoutTests
        let repository = try SampleRepository(in: folder.folder("repository"), base: base)
        let program = try BuiltProgram(in: folder)
        var random = SeededRandom(seed: 7)
        var leftovers: Set<String> = []
        for _ in 1...Self.moments {
          // Each line of progress is another moment; a whole run writes more than these.
          try await program.kill(
            [
              "check", "--pr", "1", "--repo", repository.path.string, "--output", "killed", "--sandbox", Self.level,
              "--test", "head", "--verbose",
            ] + Self.cache, afterLines: Int.random(in: 1...24, using: &random),
            path: Self.level == "none" ? SharedModules.environment()["PATH"] : nil)
          let runs = program.names(in: "runs")
          #expect(runs.allSatisfy { $0.hasPrefix("run-") } && runs.count <= 1, "\(runs)")
          for run in runs { leftovers.formUnion(program.names(in: "runs/\(run)").filter { $0.hasPrefix("pull-") }) }
          #expect(!Self.isMounted(folder.path))
        }
        let arguments = ["--sandbox", Self.level, "--test", "head"] + Self.cache
        let checked = try await Checked(repository, by: program, arguments)
        #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(checked.leftover == [])
        for name in leftovers { #expect(!FileManager.default.fileExists(atPath: "/tmp/reviewbot-\(name)")) }
        #expect(!Self.isMounted(folder.path))
      }
    }

    private static func isMounted(_ folder: FilePath) -> Bool {
      let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") ?? Data()
      return mounts.range(of: Data(folder.string.utf8)) != nil
    }
  }
}
