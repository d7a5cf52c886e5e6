// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// A toolchain in a folder of its own, whose `swift` starts the machine's.
private struct OwnToolchain {
  let folder: FilePath
  /// The environment of a program that finds only this toolchain.
  var path: String { "\(folder)/bin:/usr/bin:/bin" }

  /// Whether the machine has no other `swift` on that path.
  static let isAlone = !["/usr/bin/swift", "/bin/swift"].contains { FileManager.default.fileExists(atPath: $0) }

  init(_ name: String, in directory: ScratchDirectory) throws {
    // The name matters to the machine's, which is a link.
    let swift = try FinishedCommand.output(
      of: ["sh", "-c", #"echo "$(realpath "$(dirname "$(command -v swift)")")/swift""#])
    let text = "#!/bin/sh\nexec '\(swift.trimmingCharacters(in: .newlines))' \"$@\"\n"
    folder = directory.path.appending(name)
    let file = try directory.write("\(name)/bin/swift", text)
    chmod(file.string, 0o755)
  }
}

extension EndToEnd {
  struct ReplacedToolchainTests {
    @Test func `a review whose toolchain is replaced during the run has no result`() async throws {
      try await withScratchDirectory { folder in
        let toolchain = try OwnToolchain("toolchain", in: folder)
        let next = try OwnToolchain("next", in: folder)
        let setup = "mv \(toolchain.folder) \(toolchain.folder)-old; mv \(next.folder) \(toolchain.folder)"
        let repository = try SampleRepository(
          in: folder.folder("repository"),
          base: SampleRepository.withoutTests.merging(
            [".reviewbot.yml": "version: 1\nbuild: {setup: ['\(setup)']}\n"]
          ) { $1 })
        let checked = try await Checked(
          repository, by: BuiltProgram(in: folder), ["--sandbox", "none", "--test", "head"],
          environment: ["PATH": toolchain.path])
        #expect(checked.outcome.status == 3)
        #expect(
          checked.outcome.complaints == [
            "reviewbot: the Swift toolchain was replaced or removed during the review, which has no result; "
              + "review the commit again when the toolchain is installed"
          ])
        #expect(checked.report == nil)
        #expect(checked.leftover == [])
      }
    }
  }
}

extension ServedEndToEnd {
  struct ServedToolchainTests {
    @Test(.enabled(if: OwnToolchain.isAlone, "the machine has a swift in /usr/bin"))
    func `a job without a toolchain waits for the operator and uses up no attempt`() async throws {
      try await withService(of: TinyRepository()) { forge, service in
        let toolchain = try OwnToolchain("toolchain", in: service.folder)
        let served = try await service.start(environment: ["PATH": toolchain.path])
        try await forge.waitForReviews(of: [1])
        try await service.addHook(to: served)

        try FinishedCommand.output(of: ["mv", toolchain.folder.string, "\(toolchain.folder)-old"])
        let head = try await forge.pushAgain(1)
        try await served.wait(for: "a failed job") { lines in lines.contains { $0.message == "job failed" } }
        let failure = try #require(try served.lines.first { $0.message == "job failed" }?.metadata)
        #expect(failure["error"]?.hasPrefix("there is no swift on PATH; ") == true, "\(failure)")
        #expect(failure["fault"] == "operator" && failure["transient"] == "true", "\(failure)")
        #expect(failure["action"] == "install a toolchain, and add it to the daemon's `PATH`", "\(failure)")
        let jobs = try await service.wait(forJobs: "a job that waits") { jobs in
          jobs.contains { $0.head == head.hex && $0.kind == "review" && $0.state == "queued" && $0.error != nil }
        }
        #expect(jobs.first { $0.head == head.hex && $0.kind == "review" }?.attempts == 0, "\(jobs)")
        // The comment of the earlier commit stays, and the author of the new one gets no report of a failure.
        try await forge.wait(for: "a pending status") { $0.pullRequest(1, of: "acme/tiny")?.verdict == "pending" }

        let next = try OwnToolchain("next", in: service.folder)
        try FinishedCommand.output(of: ["mv", next.folder.string, toolchain.folder.string])
        let last = try await forge.pushAgain(1)
        try await forge.wait(for: "a review of \(last)") { state in
          state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == last.hex } ?? false
        }
        #expect(try await forge.pullRequest(1, of: "acme/tiny").verdict == "success")
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
