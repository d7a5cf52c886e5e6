// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Sessions of `check` with a stand-in for each forge, in `Recorded`. Set `REVIEWBOT_RECORD=1` to record them again.
  struct RecordedSessionTests {
    private static let kinds = [ForgeKind.github, .gitlab, .gitea]
    private static let isRecording = ProcessInfo.processInfo.environment["REVIEWBOT_RECORD"] == "1"
    private static let sessions = FilePath(#filePath).removingLastComponent().appending("Recorded")
    private static let tiny = TinyRepository(content: .noPackage)

    private func check(_ arguments: String...) -> [String] {
      ["check", "--pr", "1", "--sandbox", "none", "--output", "report"] + arguments
    }

    /// Reviews a pull request of a stand-in forge, and records the session.
    private func record(
      _ kind: ForgeKind, at forge: StandInForge, _ program: BuiltProgram
    ) async throws -> BuiltProgram.Outcome {
      var environment = forge.environment(token: ServiceDirectory.token(of: kind))
      if kind != .github { environment["GITHUB_API_URL"] = nil }
      let repository = kind == .github ? Self.tiny.fullName : "\(forge.url)/\(Self.tiny.fullName)"
      return try await program.run(
        check("--repo", repository, "--forge", kind.rawValue, "--record", "session"), environment: environment)
    }

    /// The requests that write, for people.
    private func writes(_ folder: FilePath) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.string).filter { $0.hasSuffix(".txt") }.sorted()
        .map { try String(contentsOfFile: folder.appending($0).string, encoding: .utf8) }
    }

    /// Adds the repository to the world of a forge, with the refs of its pull request on every forge.
    private func prepare(_ world: ScratchDirectory) throws {
      try Self.tiny.add(to: world)
      for ref in ["refs/pull/1/head", "refs/merge-requests/1/head"] {
        try FinishedCommand.output(of: ["git", "update-ref", ref, "change-1"], in: repository(in: world.path))
      }
    }

    private func repository(in world: FilePath) -> FilePath {
      world.pushing(FilePath("git/\(Self.tiny.fullName).git"))
    }

    /// Copies a recorded session, and makes its repository.
    private func copySession(_ kind: ForgeKind, to folder: ScratchDirectory) throws -> (
      session: FilePath, clone: String
    ) {
      let world = try folder.folder("world")
      try ExampleWorld.make(in: world)
      try prepare(world)
      let session = folder.path.appending("session")
      try FileManager.default.copyItem(atPath: Self.sessions.appending(kind.rawValue).string, toPath: session.string)
      return (session, repository(in: world.path).string)
    }

    @Test(.enabled(if: isRecording, "REVIEWBOT_RECORD is not set"), arguments: kinds)
    func `the sessions are recorded`(kind: ForgeKind) async throws {
      try await withStandInForge(prepare: prepare) { forge in
        try await withScratchDirectory { folder in
          _ = try await record(kind, at: forge, BuiltProgram(in: folder))
          #expect(try await forge.violations() == [])
          let destination = Self.sessions.appending(kind.rawValue)
          try? FileManager.default.removeItem(atPath: destination.string)
          try FileManager.default.createDirectory(atPath: destination.string, withIntermediateDirectories: true)
          let session = folder.path.appending("session")
          for name in try FileManager.default.contentsOfDirectory(atPath: session.string) {
            let text = try folder.text("session/\(name)").replacing(forge.url, with: "https://forge.example.com")
              .replacing(forge.url.dropFirst("http://".count), with: "forge.example.com")
            try Data(text.utf8).write(to: URL(fileURLWithPath: destination.appending(name).string))
          }
        }
      }
    }

    @Test(.enabled(if: !isRecording, "the sessions are being recorded"), arguments: kinds)
    func `a recorded session posts the same without the forge`(kind: ForgeKind) async throws {
      try await withScratchDirectory { folder in
        let (session, clone) = try copySession(kind, to: folder)
        let outcome = try await BuiltProgram(in: folder).run(check("--forge-folder", "session", "--repo", clone))
        #expect(outcome.status == 3, "\(outcome.errors)")
        let written = try writes(session.appending("writes"))
        #expect(written.count == 3)
        #expect(try written == writes(session))
        #expect(
          outcome.output.hasSuffix("3 writes to the forge are in session/writes, as recorded\n"), "\(outcome.output)")
      }
    }

    @Test func `a difference from the recorded session is named`() async throws {
      try await withScratchDirectory { folder in
        let (session, clone) = try copySession(.gitea, to: folder)
        let outcome = try await BuiltProgram(in: folder).run(
          check("--forge-folder", "session", "--repo", clone, "--name", "other"))
        #expect(outcome.output.contains("comment: created"), "\(outcome.errors)")
        #expect(outcome.output.contains("\n  differs: diff session/0009-POST-"), "\(outcome.output)")
        #expect(try writes(session.appending("writes")).allSatisfy { $0.contains("other") })
      }
    }

    @Test func `a recorded session has no secrets, and can be repeated`() async throws {
      try await withStandInForge(prepare: prepare) { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let recorded = try await record(.github, at: forge, program)
          #expect(recorded.status == 3)
          #expect(
            recorded.complaints.contains {
              $0.hasSuffix("it contains private text; read all of it before you pass it on")
            },
            "\(recorded.errors)")
          let session = folder.path.appending("session")
          for name in try FileManager.default.contentsOfDirectory(atPath: session.string) {
            let path = session.appending(name).string
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            let text = try folder.text("session/\(name)")
            #expect(!text.contains(StandInForge.token))
            if name.hasSuffix(".request") { #expect(text.contains("\nAuthorization: ***\n")) }
          }
          let again = try await program.run(
            check("--forge-folder", "session", "--repo", repository(in: forge.world).string))
          #expect(again.output.contains("3 writes to the forge are in session/writes, as recorded"), "\(again.errors)")
        }
      }
    }

    @Test func `a daemon records its session, and another one repeats it without the forge`() async throws {
      try await withStandInForge(prepare: prepare) { forge in
        try await withScratchDirectory { folder in
          let session = folder.path.appending("session")
          var settings = ServiceDirectory.Settings()
          settings.session = ["--record", session.string]
          let service = try ServiceDirectory(in: folder, for: forge, settings)
          let recording = try await service.start()
          try await service.wait(forJobs: "a review") { jobs in !jobs.isEmpty && jobs.allSatisfy { !$0.isOpen } }
          #expect(try await recording.terminate() == 0)
          #expect(try recording.text.contains("it contains private text"))
          _ = try await forge.methods()

          // What the forge reports is a URL, which is not fetched from.
          for name in try FileManager.default.contentsOfDirectory(atPath: session.string) {
            let text = try folder.text("session/\(name)")
            #expect(!text.contains(service.token))
            let clone = text.replacing("\(forge.url)/acme/tiny.git", with: repository(in: forge.world).string)
            try folder.write("session/\(name)", clone)
          }
          settings.session = ["--forge-folder", session.string]
          settings.state = folder.path.appending("other-state")
          let other = try ServiceDirectory(in: folder, for: forge, settings)
          let repeating = try await other.start()
          try await other.wait(forJobs: "a review") { jobs in !jobs.isEmpty && jobs.allSatisfy { !$0.isOpen } }
          #expect(try await repeating.terminate() == 0)
          #expect(try await forge.methods() == [])
          #expect(try writes(session.appending("writes")) == writes(session))
        }
      }
    }
  }
}
