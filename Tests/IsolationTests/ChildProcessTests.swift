// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ChildProcessTests {
  @Test(arguments: [
    ("exit 0", ChildResult.Ending.exited(0)),
    ("exit 7", .exited(7)),
    ("kill -SEGV $$", .signalled(SIGSEGV)),
  ])
  func `the result distinguishes exit codes and signals`(script: String, ending: ChildResult.Ending) async throws {
    #expect(try await run(script).result.ending == ending)
  }

  @Test func `the lines of both output streams are reported`() async throws {
    let lines = try await run("echo one; echo two >&2; printf three").lines
    #expect(lines.filter { $0.stream == .output }.map(\.text) == ["one", "three"])
    #expect(lines.filter { $0.stream == .error }.map(\.text) == ["two"])
  }

  @Test func `the output is written to a new file, unchanged and up to the output limit`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reviewbot-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("output")
    var command = shell("printf 'a\\r\\n\\377'; echo no >&2")
    command.outputFile = FilePath(file.path)
    let lines = Locked<[OutputLine]>([])
    let limits = ChildLimits(time: .seconds(600), outputBytes: 1000)
    let result = try await ChildProcess.run(command, limits: limits) { line in lines.withLock { $0.append(line) } }
    #expect(result.isSuccess)
    #expect(result.tail == ["no"])
    #expect(lines.withLock { $0 } == [OutputLine(stream: .error, text: "no")])
    #expect(try Data(contentsOf: file) == Data([97, 13, 10, 255]))
    // An existing file is never used.
    let again = command
    await #expect(throws: ChildProcessError.self) { _ = try await ChildProcess.run(again, limits: limits) }

    command = shell("head -c 5000000 /dev/zero; sleep 600")
    command.outputFile = FilePath(file.path + "2")
    #expect(try await ChildProcess.run(command, limits: limits).ending == .tooMuchOutput(bytes: 1000))
  }

  @Test func `the child receives its input and then an end of file`() async throws {
    let lines = try await run("cat", input: Array("a\nb\n".utf8)).lines
    #expect(lines.map(\.text) == ["a", "b"])
  }

  @Test func `a child may end without reading its input`() async throws {
    // More than a pipe's buffer, and often enough to encounter a child that has ended before its input is written.
    for bytes in Array(repeating: 10, count: 20) + [1 << 20] {
      let result = try await ChildProcess.run(
        shell("exit 3", input: Array(repeating: 0x20, count: bytes)), limits: ChildLimits(time: .seconds(600)))
      #expect(result.ending == .exited(3))
    }
  }

  @Test func `the child has no environment variables but the given ones`() async throws {
    // In a separate process, because other tests read the environment of this one concurrently.
    await #expect(processExitsWith: .success) {
      setenv("REVIEWBOT_CANARY", "canary", 1)
      let output = Locked<[OutputLine]>([])
      _ = try await ChildProcess.run(
        ChildCommand("/bin/sh", ["-c", "env"], environment: ["PATH": "/usr/bin:/bin"]),
        limits: ChildLimits(time: .seconds(600))
      ) { line in output.withLock { $0.append(line) } }
      let names = output.withLock { $0 }.map { $0.text.prefix { $0 != "=" } }
      // The shell itself adds PWD, SHLVL and _.
      #expect(Set(names).subtracting(["PWD", "SHLVL", "_", "OLDPWD"]) == ["PATH"])
    }
  }

  @Test(arguments: [
    "sleep 600",
    "trap '' TERM; while true; do sleep 1; done",
    "sleep 600 & sleep 600 & wait",
  ])
  func `the whole process group is ended at the time limit`(script: String) async throws {
    try await withScratchDirectory { folder in
      let lifeline = try Lifeline(in: folder.path)
      let limits = ChildLimits(time: .milliseconds(400), grace: .milliseconds(300))
      let ran = try await run(Lifeline.holding + script, limits: limits, in: folder.path)
      #expect(ran.result.ending == .timedOut(after: .milliseconds(400)))
      #expect(try await lifeline.end())
    }
  }

  /// The grandchild sleeps until this test kills it, so the test ends only if the run does not wait for the grandchild.
  @Test(.timeLimit(.minutes(10)))
  func `the run does not wait for a grandchild that keeps the output open`() async throws {
    try await withScratchDirectory { folder in
      // The child ends only when the grandchild has left its group.
      let ran = try await run(
        "mkfifo ready; setsid sh -c 'echo $$; echo >ready; exec sleep 86400' & read line <ready", in: folder.path)
      #expect(ran.result.ending == .exited(0))
      #expect(ran.lines.count == 1)
      let grandchild = try #require(ran.lines.first.flatMap { pid_t($0.text) })
      #expect(kill(grandchild, SIGKILL) == 0)
    }
  }

  @Test func `a child that exceeds the output limit is ended`() async throws {
    let limits = ChildLimits(time: .seconds(600), grace: .milliseconds(200), outputBytes: 1 << 20)
    let ran = try await run("yes", limits: limits)
    #expect(ran.result.ending == .tooMuchOutput(bytes: 1 << 20))
    #expect(ran.result.tail.last == "y")
  }

  @Test func `long lines are shortened in the middle`() async throws {
    let limits = ChildLimits(time: .seconds(600), lineBytes: 10)
    let ran = try await run("printf '%s\\r\\n' 12345678901234 12345678901; echo next", limits: limits)
    #expect(ran.lines.map(\.text) == ["1234567890 […3 bytes more…] 4", "12345678901", "next"])
  }

  @Test func `the child is ended when its task is cancelled`() async throws {
    try await withScratchDirectory { folder in
      let lifeline = try Lifeline(in: folder.path)
      let started = Gate()
      let command = shell(Lifeline.holding + "echo started; exec sleep 600", in: folder.path)
      let task = Task {
        try await ChildProcess.run(
          command, limits: ChildLimits(time: .seconds(86_400), grace: .milliseconds(200))
        ) { _ in started.open() }
      }
      try await started.pass()
      task.cancel()
      #expect(try await task.value.ending == .cancelled)
      #expect(try await lifeline.end())
    }
  }

  @Test func `the error names a program that does not exist`() async throws {
    let error = await #expect(throws: ChildProcessError.self) {
      try await ChildProcess.run(
        ChildCommand("/nowhere/to/be/found", environment: [:]), limits: ChildLimits(time: .seconds(1)))
    }
    #expect(error?.description == "there is no program /nowhere/to/be/found")
  }

  private func shell(_ script: String, input: [UInt8] = [], in folder: FilePath? = nil) -> ChildCommand {
    var command = ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input)
    if let folder { command.workingDirectory = folder }
    return command
  }

  private func run(
    _ script: String, input: [UInt8] = [], limits: ChildLimits = ChildLimits(time: .seconds(600)),
    in folder: FilePath? = nil
  ) async throws -> (result: ChildResult, lines: [OutputLine]) {
    let lines = Locked<[OutputLine]>([])
    let result = try await ChildProcess.run(shell(script, input: input, in: folder), limits: limits) { line in
      lines.withLock { $0.append(line) }
    }
    return (result, lines.withLock { $0 })
  }
}
