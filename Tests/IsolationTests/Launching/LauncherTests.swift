// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// The real launcher process, with real sandboxes.
@Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
struct LauncherTests {
  private struct Launched {
    let folder: ScratchDirectory
    let sandbox: LaunchedSandbox
    let runner: any CommandRunner
    let connection: LauncherConnection

    func run(_ script: String, limits: ChildLimits = ChildLimits(time: .seconds(600))) async throws -> (
      ChildResult, String
    ) {
      let lines = LineCollector()
      let command = ChildCommand(
        "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], workingDirectory: CheckoutNames.source,
        input: Array("what it reads".utf8))
      let result = try await runner.run(command, limits: limits, reach: .nothing) { lines.append($0) }
      return (result, lines.output)
    }
  }

  private func withLauncher(_ body: (Launched) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let plan = try LaunchPlan.sample(in: folder)
      let connection = try LauncherConnection.started(plan)
      let sandbox = LaunchedSandbox(plan, connection)
      let runner = sandbox.runner(showing: plan.shown)
      try await body(Launched(folder: folder, sandbox: sandbox, runner: runner, connection: connection))
    }
  }

  @Test func `a launched command has its input, output, status and folders`() async throws {
    try await withLauncher { launched in
      let (result, output) = try await launched.run("pwd; cat; touch /box/run/left; exit 3")
      #expect(result.ending == .exited(3))
      #expect(output == "/box/source\nwhat it reads")
      #expect(launched.folder.exists("results/head/left"))
      let (killed, _) = try await launched.run("kill -KILL $$")
      #expect(killed.ending == .exited(137))
    }
  }

  @Test func `a launched command that exceeds a limit is ended with its descendants`() async throws {
    try await withLauncher { launched in
      let lifeline = try Lifeline(in: launched.folder.path.appending("checkout"))
      let (result, _) = try await launched.run(Lifeline.holding + "while :; do sleep 600 & done")
      #expect(result.ending == .tooManyTasks(200))
      #expect(try await lifeline.end())
      let (endless, _) = try await launched.run("yes", limits: ChildLimits(time: .seconds(600), outputBytes: 1 << 20))
      #expect(endless.ending == .tooMuchOutput(bytes: 1 << 20))
    }
  }

  @Test func `a build sees the checkout read-only, and writes the build folder alone`() async throws {
    try await withLauncher { launched in
      let folder = launched.folder
      try folder.write("checkout/Sources/A.swift", "let a = 1")
      _ = try folder.folder("checkout/.build/checkouts")
      try folder.write("results/resolutions/Package.resolved", "{}")
      try folder.write("checkout/Package.resolved", "")
      let checkout = folder.path.appending("checkout")
      let toolchain = folder.path.appending("toolchain")
      func run(writesResolution: Bool, showsDependencies: Bool) async throws -> String {
        var shown = [
          SharedDirectory(toolchain, as: toolchain), SharedDirectory(checkout, as: CheckoutNames.source),
          SharedDirectory(folder.path.appending("results/head"), as: CheckoutNames.run, isWritable: true),
          SharedDirectory(checkout.appending(".build"), as: CheckoutNames.source.appending(".build"), isWritable: true),
        ]
        if showsDependencies {
          shown.append(
            SharedDirectory(
              checkout.pushing(".build/checkouts"), as: CheckoutNames.source.pushing(".build/checkouts")))
        }
        shown.append(
          SharedDirectory(
            folder.path.pushing("results/resolutions/Package.resolved"),
            as: CheckoutNames.source.appending("Package.resolved"), isWritable: writesResolution))
        let script = """
          for file in Sources/A.swift Sources/New.swift New.swift Package.resolved .build/new .build/checkouts/new; do
            (echo x >$file) 2>/dev/null && echo $file
          done
          rm -rf Sources .build 2>/dev/null
          """
        let lines = LineCollector()
        _ = try await launched.sandbox.runner(showing: shown).run(
          ChildCommand(
            "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], workingDirectory: CheckoutNames.source),
          limits: ChildLimits(time: .seconds(600)), reach: .nothing
        ) { lines.append($0) }
        return lines.output
      }
      #expect(
        try await run(writesResolution: true, showsDependencies: false)
          == "Package.resolved\n.build/new\n.build/checkouts/new")
      _ = try folder.folder("checkout/.build/checkouts")
      #expect(try await run(writesResolution: false, showsDependencies: true) == ".build/new")
      #expect(try folder.text("checkout/Sources/A.swift") == "let a = 1")
      #expect(try folder.text("checkout/Package.resolved") == "")
      #expect(try folder.text("results/resolutions/Package.resolved") == "x\n")
    }
  }

  @Test func `a command is refused when a folder of the plan was replaced by a link`() async throws {
    try await withLauncher { launched in
      let head = launched.folder.path.appending("results/head")
      rename(head.string, launched.folder.path.appending("results/elsewhere").string)
      symlink("/etc", head.string)
      await #expect(throws: ChildProcessError.self) { try await launched.run("true") }
    }
  }
}

@Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
struct VerifiedStartTests {
  /// The race between the check of a folder and its mount: bubblewrap mounted another folder than the checked one.
  @Test func `no command runs when a folder was replaced while the sandbox was created`() async throws {
    try await withBox { box in
      let runner = try #require(box.runner as? LaunchableRunner)
      let other = VerifiedDirectory(name: CheckoutNames.source, device: 1, inode: 1)
      let start = try runner.sandbox.start(
        ChildCommand("/bin/touch", ["ran"], environment: [:], workingDirectory: CheckoutNames.source),
        showing: runner.folders, reach: .nothing, verified: [other])
      defer { start.end() }
      let result = try await ChildProcess.run(start.command, limits: ChildLimits(time: .seconds(600)))
      #expect(result.ending == .exited(127))
      #expect(
        result.tail.last?.contains("a folder of the sandbox was replaced while the sandbox was created: /box/source")
          == true)
      #expect(!box.source.exists("ran"))
    }
  }

  @Test
  func `a command can read neither the mounts nor the kernel's command line of the host`()
    async throws
  {
    try await withBox { box in
      let outcome = try await box.run(
        "cat /proc/*/mountinfo /proc/*/mounts /proc/*/mountstats /proc/cmdline /proc/swaps; tr '\\0' ' ' </proc/1/cmdline"
      )
      #expect(!outcome.output.contains(box.source.path.string))
      #expect(outcome.output.hasPrefix("/box/reviewbot __enter "))
    }
  }
}
