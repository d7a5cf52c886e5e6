// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// A daemon whose program is replaced while it runs.
  struct ServedReplacementTests {
    private static let message =
      "the program was replaced or removed; this process continues with its own until the next start"

    @Test(arguments: Replacement.possible)
    func `a daemon continues with its own program, and says once that it was replaced`(way: Replacement) async throws {
      try await withScratchDirectory { folder in
        let program = try ReplaceableProgram(in: folder)
        var settings = ServiceDirectory.Settings()
        settings.executable = program.path
        try await withService(settings) { forge, service in
          let served = try await service.start()
          let transport = CurlTransportAssembly().transport
          try await forge.waitForReviews(of: [1])
          try await service.addHook(to: served)
          #expect(try await served.answer("/metrics", by: transport).body.contains("\nreviewbot_program_replaced 0\n"))
          #expect(try await served.answer("/readyz", by: transport).body == #"{"ready":true,"reasons":[]}"#)

          try program.replace(by: way)
          let head = try await forge.pushAgain(1)
          try await forge.wait(for: "a review of \(head)") { state in
            state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
          }
          let jobs = try await service.waitUntilIdle()
          #expect(jobs.allSatisfy { $0.state == "done" && $0.attempts == 1 }, "\(jobs)")
          #expect(!program.wasOtherStarted)

          #expect(try await served.answer("/metrics", by: transport).body.contains("\nreviewbot_program_replaced 1\n"))
          let ready = try await served.answer("/readyz", by: transport)
          #expect(ready.status == 200)
          #expect(
            ready.body.contains("the program \(program.path) was replaced or removed; restart the daemon"), "\(ready)")
          #expect(try served.lines.filter { $0.message == Self.message }.map(\.level) == ["notice"])
          #expect(try await served.terminate() == 0)
        }
      }
    }

    /// As root, the process that reads the output of the code and the process that starts sandboxes have another user
    /// id, and Landlock closes the folder of the program to the first.
    private static let sandboxes =
      (Bubblewrap.isUsable ? ["bwrap"] : [])
      + ContainerSetting.possible.compactMap { setting in
        if case .folder(let root) = setting.system, setting.isRoot == (geteuid() == 0), setting.runtime == nil {
          "container, image: \(root)"
        } else {
          nil
        }
      }

    @Test(.enabled(if: !sandboxes.isEmpty, Comment(rawValue: Bubblewrap.isMissing)), arguments: sandboxes)
    func `a build in a sandbox passes after the program was removed`(sandbox: String) async throws {
      try await withScratchDirectory { folder in
        let program = try ReplaceableProgram(in: folder)
        var settings = ServiceDirectory.Settings()
        settings.executable = program.path
        settings.sandbox = sandbox
        try await withService(of: TinyRepository(), settings) { forge, service in
          let served = try await service.start()
          try await service.addHook(to: served)
          try program.replace(by: .removal)
          try await forge.waitForReviews(of: [1])
          let head = try await forge.pushAgain(1)
          try await forge.wait(for: "a review of \(head)") { state in
            state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
          }
          let jobs = try await service.waitUntilIdle()
          #expect(jobs.allSatisfy { $0.state == "done" && $0.attempts == 1 }, "\(jobs)")
          #expect(try await forge.waitForReviews(of: [1]).map(\.verdict) == ["success"])
          #expect(try await served.terminate() == 0)
          // The copy that sandboxes showed.
          let copies = service.state.appending("program").string
          #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [])
        }
      }
    }
  }
}
