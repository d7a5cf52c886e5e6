// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  /// A program whose file is removed before its first instruction.
  struct RemovedProgramTests {
    /// Starts the program from an open file after its removal.
    private static let removal = #"exec 9<"$0"; rm "$0"; exec /proc/self/fd/9 "$@""#

    @Test func `a removed program executes itself again without its secrets`() async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder, executable: ReplaceableProgram(in: folder).path)
        let outcome = try await program.run(
          ["explain", "force_cast"], environment: ["REVIEWBOT_TOKEN": "0123456789abcdef"], shell: Self.removal)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        #expect(!folder.exists("closed/reviewbot"))
      }
    }

    private static let sandboxes = ["none"] + (Bubblewrap.isUsable ? ["bwrap"] : [])

    @Test(arguments: sandboxes) func `a removed program reviews a pull request`(sandbox: String) async throws {
      try await withScratchDirectory { folder in
        let program = try BuiltProgram(in: folder, executable: ReplaceableProgram(in: folder).path)
        let repository = try SampleRepository(in: folder.folder("repository"), base: SampleRepository.withoutTests)
        let checked = try await Checked(
          repository, by: program, ["--sandbox", sandbox, "--test", "head"],
          environment: ["REVIEWBOT_TOKEN": "0123456789abcdef"], shell: Self.removal)
        #expect(!folder.exists("closed/reviewbot"))
        #expect(checked.report?.runs.map(\.outcome) == [.noTests], "\(checked.outcome.errors)")
        #expect(checked.leftover == [])
      }
    }
  }
}
