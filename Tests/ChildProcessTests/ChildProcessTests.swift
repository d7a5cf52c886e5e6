// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage
import Testing

@testable import ChildProcess

struct ChildProcessTests {
  @Test(arguments: [
    ("exit 0", ChildResult.Ending.exited(0)),
    ("exit 7", .exited(7)),
    ("kill -SEGV $$", .signalled(SIGSEGV)),
  ])
  func `says how a child ended`(script: String, ending: ChildResult.Ending) async throws {
    #expect(try await run(script).result.ending == ending)
  }

  @Test func `hands over the lines of both streams`() async throws {
    let lines = try await run("echo one; echo two >&2; printf three").lines
    #expect(lines.filter { $0.stream == .output }.map(\.text) == ["one", "three"])
    #expect(lines.filter { $0.stream == .error }.map(\.text) == ["two"])
  }

  @Test func `puts the output into a new file, byte by byte and up to the limit`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reviewbot-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("output")
    var command = shell("printf 'a\\r\\n\\377'; echo no >&2")
    command.outputFile = FilePath(file.path)
    let lines = Locked<[OutputLine]>([])
    let limits = ChildLimits(time: .seconds(20), outputBytes: 1000)
    let result = try await ChildProcess.run(command, limits: limits) { line in lines.withLock { $0.append(line) } }
    #expect(result.isSuccess)
    #expect(result.tail == ["no"])
    #expect(lines.withLock { $0 } == [OutputLine(stream: .error, text: "no")])
    #expect(try Data(contentsOf: file) == Data([97, 13, 10, 255]))
    // Never one that is there already.
    let again = command
    await #expect(throws: ChildProcessError.self) { _ = try await ChildProcess.run(again, limits: limits) }

    command = shell("head -c 5000000 /dev/zero; sleep 60")
    command.outputFile = FilePath(file.path + "2")
    #expect(try await ChildProcess.run(command, limits: limits).ending == .tooMuchOutput(bytes: 1000))
  }

  @Test func `gives the child its input and then an end`() async throws {
    let lines = try await run("cat", input: Array("a\nb\n".utf8)).lines
    #expect(lines.map(\.text) == ["a", "b"])
  }

  @Test func `a child may end without reading its input`() async throws {
    // More than a pipe holds, and often enough to meet a child that is gone before it is written to.
    for bytes in Array(repeating: 10, count: 20) + [1 << 20] {
      let result = try await ChildProcess.run(
        shell("exit 3", input: Array(repeating: 0x20, count: bytes)), limits: ChildLimits(time: .seconds(20)))
      #expect(result.ending == .exited(3))
    }
  }

  @Test func `gives the child no variable but the given ones`() async throws {
    setenv("REVIEWBOT_CANARY", "canary", 1)
    defer { unsetenv("REVIEWBOT_CANARY") }
    let names = try await run("env").lines.map { $0.text.prefix { $0 != "=" } }
    // The shell itself adds PWD, SHLVL and _.
    #expect(Set(names).subtracting(["PWD", "SHLVL", "_", "OLDPWD"]) == ["PATH"])
  }

  @Test(arguments: [
    "sleep 60",
    "trap '' TERM; while true; do sleep 1; done",
    "sleep 60 & sleep 60 & wait",
  ])
  func `ends the whole group at the time limit`(script: String) async throws {
    let marker = "6\(Int.random(in: 100_000...999_999))"
    let limits = ChildLimits(time: .milliseconds(400), grace: .milliseconds(300))
    let ran = try await run(script.replacing("60", with: marker), limits: limits)
    #expect(ran.result.ending == .timedOut(after: .milliseconds(400)))
    #expect(try processes(withArgument: marker).isEmpty)
  }

  /// The grandchild sleeps for days: that this ends at all is the proof.
  @Test(.timeLimit(.minutes(3)))
  func `does not wait for a grandchild that keeps the output open`() async throws {
    let marker = "7\(Int.random(in: 100_000...999_999))"
    let ran = try await run("setsid sleep \(marker) & echo done")
    #expect(ran.result.ending == .exited(0))
    #expect(ran.lines.map(\.text) == ["done"])
    for process in try processes(withArgument: marker) { kill(process, SIGKILL) }
  }

  @Test func `ends a child that writes too much`() async throws {
    let limits = ChildLimits(time: .seconds(60), grace: .milliseconds(200), outputBytes: 1 << 20)
    let ran = try await run("yes", limits: limits)
    #expect(ran.result.ending == .tooMuchOutput(bytes: 1 << 20))
    #expect(ran.result.tail.last == "y")
  }

  @Test func `cuts long lines`() async throws {
    let limits = ChildLimits(time: .seconds(60), lineBytes: 10)
    let ran = try await run("printf '%s\\n' 12345678901234; echo next", limits: limits)
    #expect(ran.lines.map(\.text) == ["1234567890 […4 bytes more]", "next"])
  }

  @Test func `ends the child when its task is cancelled`() async throws {
    let marker = "8\(Int.random(in: 100_000...999_999))"
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await ChildProcess.run(
        shell("echo started; exec sleep \(marker)"), limits: ChildLimits(time: .seconds(60), grace: .milliseconds(200))
      ) { _ in started.continuation.finish() }
    }
    for await _ in started.stream {}
    task.cancel()
    #expect(try await task.value.ending == .cancelled)
    #expect(try processes(withArgument: marker).isEmpty)
  }

  @Test func `names a program that is not there`() async throws {
    let error = await #expect(throws: ChildProcessError.self) {
      try await ChildProcess.run(
        ChildCommand("/nowhere/to/be/found", environment: [:]), limits: ChildLimits(time: .seconds(1)))
    }
    #expect(error?.description == "there is no program /nowhere/to/be/found")
  }

  private func shell(_ script: String, input: [UInt8] = []) -> ChildCommand {
    ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input)
  }

  private func run(
    _ script: String, input: [UInt8] = [], limits: ChildLimits = ChildLimits(time: .seconds(60))
  ) async throws -> (result: ChildResult, lines: [OutputLine]) {
    let lines = Locked<[OutputLine]>([])
    let result = try await ChildProcess.run(shell(script, input: input), limits: limits) { line in
      lines.withLock { $0.append(line) }
    }
    return (result, lines.withLock { $0 })
  }

  private func processes(withArgument argument: String) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init).filter { process in
      let arguments = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return arguments.split(separator: 0).contains(Data(argument.utf8))
    }
  }
}
