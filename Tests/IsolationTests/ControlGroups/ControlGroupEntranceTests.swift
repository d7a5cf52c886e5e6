// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

@Suite(.enabled(if: ControlGroups.isUsable, Comment(rawValue: ControlGroups.isMissing)))
struct ControlGroupEntranceTests {
  /// Runs a shell script that enters the group, and waits for it.
  private func run(_ script: String, as user: Int? = nil, through file: Int32) async throws -> FinishedCommand {
    let identity =
      user.map { ["/usr/bin/setpriv", "--reuid", "\($0)", "--regid", "\($0)", "--clear-groups"] } ?? []
    return try await blocking {
      try FinishedCommand(
        identity + ControlGroupEntrance.entering(["/bin/sh", "-c", script]), extra: FileDescriptor(rawValue: file))
    }
  }

  @Test(arguments: [nil, 3_000_000_001])
  func `an unprivileged process enters a group through an open file, which is then closed`(
    user: Int?
  ) async throws {
    try await withScratchGroup { group in
      let guest = try group.makeChild("guest")
      let file = try guest.open("cgroup.procs", O_WRONLY)
      defer { close(file) }
      let script = """
        grep ^0:: /proc/self/cgroup
        [ -e /proc/self/fd/3 ] && echo has the file
        [ -w "\(guest.path)/cgroup.procs" ] && echo may write
        exit 7
        """
      let finished = try await run(script, as: user, through: file)
      #expect(finished.status == 7, "\(finished.errors)")
      let name = group.path.lastComponent?.string ?? ""
      let lines = finished.output.split(separator: "\n")
      #expect(lines.first?.hasSuffix("/\(name)/guest") == true, "\(finished.output)")
      #expect(lines.dropFirst() == (user == nil ? ["may write"] : []))
    }
  }

  @Test func `no command runs when the control group no longer exists`() async throws {
    try await withScratchGroup { group in
      let guest = try group.makeChild("guest")
      let file = try guest.open("cgroup.procs", O_WRONLY)
      defer { close(file) }
      try await blocking { try guest.end() }
      let finished = try await run("echo ran", through: file)
      #expect(finished.status == 126)
      #expect(finished.output == "")
      #expect(finished.errors == "cannot enter the control group of the review\n")
    }
  }

  /// With the real launcher, in a control group without limits.
  @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  func `a review's sandbox runs in the review's control group and ends with it`() async throws {
    try await withScratchGroup { group in
      try await withScratchDirectory { folder in
        let guest = try group.makeChild("guest")
        let (plan, runner) = try launched(
          in: folder, through: try guest.open("cgroup.procs", O_WRONLY), isLimited: true)
        #expect(plan.settings.limits.isMemoryLimitedByKernel)
        let lines = LineCollector()
        let command = ChildCommand(
          "/bin/sh", ["-c", "cat /proc/self/cgroup; sleep 3600 & echo started; wait"],
          environment: ["PATH": "/usr/bin:/bin"], workingDirectory: CheckoutNames.source)
        let started = AsyncStream.makeStream(of: Void.self)
        async let result = runner.run(command, limits: ChildLimits(time: .seconds(600)), reach: .nothing) { line in
          lines.append(line)
          if line.text == "started" { started.continuation.yield() }
        }
        for await _ in started.stream { break }
        // The process that starts the sandbox, its first process, the shell and the shell's child.
        #expect(guest.values("cgroup.procs").count >= 4)
        try await blocking { try guest.end() }
        #expect(try await result.ending == .signalled(SIGKILL))
        // The sandbox does not see its position.
        #expect(lines.output.contains("0::/\n"), "\(lines.output)")
      }
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  func `a sandbox that relies on the group's limits is not started without access to the group`() async throws {
    try await withScratchDirectory { folder in
      let (_, runner) = try launched(in: folder, through: nil, isLimited: true)
      let command = ChildCommand("/bin/touch", ["ran"], environment: [:], workingDirectory: CheckoutNames.source)
      await #expect(throws: ChildProcessError.self) {
        try await runner.run(command, limits: ChildLimits(time: .seconds(600)), reach: .nothing) { _ in }
      }
      #expect(!folder.exists("checkout/ran"))
    }
  }

  private func launched(
    in folder: ScratchDirectory, through file: Int32?, isLimited: Bool
  ) throws -> (LaunchPlan, any CommandRunner) {
    let plan = try LaunchPlan.sample(in: folder) { $0.limits.isMemoryLimitedByKernel = isLimited }
    let connection = try LauncherConnection.started(plan, group: file)
    let runner = LaunchedSandbox(plan, connection).runner(showing: plan.shown)
    return (plan, runner)
  }
}
