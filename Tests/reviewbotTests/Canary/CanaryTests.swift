// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  struct CanaryTests {
    /// Different in each run, because a scan sees the environment of other runs of the tests.
    private static let halves = ("canary-3f9a", "-\(UUID().uuidString.prefix(12))")
    private static let canary = halves.0 + halves.1
    private static let seconds = Outside.newSeconds()

    /// A test that scans, writes its findings to the file, and leaves a process in a separate session that outlives it.
    private static func guest(_ file: String) -> String {
      """
      import Foundation
      import Testing

      @Test func seesNoSecret() throws {
        let sleeper = Process()
        sleeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sleeper.arguments = \(Attack.sleeper(seconds))
        // `swift test` waits for all processes that have its output open.
        sleeper.standardOutput = FileHandle.nullDevice
        sleeper.standardError = FileHandle.nullDevice
        try sleeper.run()
        let word = "\(halves.0)" + "\(halves.1)"
        // It guesses right, and prints it in every form.
        print("whole \\(word)")
        print("wrapped \\(word.prefix(9))\\n\\(word.dropFirst(9))")
        print("base64 \\(Data("Basic \\(word)".utf8).base64EncodedString())")
        let scan = CanaryScan(for: word)
        try JSONEncoder().encode(scan).write(to: URL(fileURLWithPath: "\(file)"))
        #expect(scan.environments.contains(getpid()))
        #expect(scan.environments.contains { process in
          // Inside it can look into processes, so that not seeing a secret means something.
          process != getpid()
        })
        #expect(scan.places == [])
        #expect(sleeper.isRunning)
      }
      """
    }

    @Test(.enabled(if: Confinement.isAvailable, "this kernel has no Landlock"))
    func `code under review finds no token and leaves no process behind`() async throws {
      try await withScratchDirectory { folder in
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("CanaryScan.swift")
        let seen = folder.path.appending("seen.json").string
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: [".reviewbot.yml": "version: 1\ntests: {time_limit: 5m}\n"],
          head: [
            "Tests/SampleTests/CanaryScan.swift": try String(contentsOf: source, encoding: .utf8),
            "Tests/SampleTests/CanaryTests.swift": Self.guest(seen),
          ])
        let program = try BuiltProgram(in: folder)
        let checked = try await Checked(
          repository, by: program,
          ["--sandbox", "none", "--verbose"],
          environment: ["GITHUB_TOKEN": Self.canary, "REVIEWBOT_TOKEN": Self.canary, "NPM_TOKEN": Self.canary],
          shell: #""$0" "$@"; exit $?"#)
        #expect(checked.outcome.status == 0, "\(checked.outcome.output)\(checked.outcome.errors)")
        for line in ["whole ***", "wrapped ***", "base64 "] {
          #expect(checked.outcome.errors.contains("| \(line)"), "\(checked.outcome.errors)")
        }
        for part in [Self.canary.dropFirst(9), Data("Basic \(Self.canary)".utf8).base64EncodedString().dropFirst(8)] {
          #expect(!checked.outcome.errors.contains(part) && !checked.outcome.output.contains(part))
        }
        let scan = try JSONDecoder().decode(CanaryScan.self, from: Data(folder.text("seen.json").utf8))
        #expect(scan.places == [])
        #expect(scan.environments.count >= 2)
        #expect(try Self.filesWithCanary(in: folder) == [])
        #expect(try await Outside.survivors(sleeping: Self.seconds) == [])
      }
    }

    /// Otherwise the test above would prove nothing.
    @Test func `the scan finds a token in an unprotected process`() throws {
      let shell = try HelperProgram(
        ["/bin/sh", "-c", "echo ready; read line"], environment: ["GITHUB_TOKEN": Self.canary])
      // Before its first output, the process may not have executed the shell yet.
      #expect(try shell.line() == "ready")
      let process = shell.process
      let scan = CanaryScan(for: Self.canary, in: [process])
      #expect(scan.environments == [process])
      #expect(scan.memories == [process])
      #expect(Set(scan.places) == ["/proc/\(process)/environ", "/proc/\(process)/mem"])
    }

    /// The files with the canary among the output, the reports, the program's home and all other files of the run.
    private static func filesWithCanary(in folder: ScratchDirectory) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: folder.path.string)
      let files = (names?.allObjects as? [String] ?? []).filter { name in
        let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)")
        return data?.range(of: Data(canary.utf8)) != nil
      }
      return files
    }
  }
}
