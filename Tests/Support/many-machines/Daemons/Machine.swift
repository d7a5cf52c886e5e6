// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// A machine with one daemon, which can be killed and started again with the same state folder.
final class Machine: Sendable {
  /// One process, from its start to its end.
  struct Life: Sendable {
    let log: FilePath
    /// The address of its webhook listener, once it was read from the log.
    var address: String?
    /// When it was killed by this test.
    var killed: Date?
    /// The exit status in a shell's convention, if it was not killed.
    var status: Int32?
  }

  private struct State: Sendable {
    var program: HelperProgram?
    var lives: [Life] = []
    /// Whether the machine must not be started.
    var isAway = false
  }

  let name: String
  let role: String
  /// The offset of its clock, in seconds.
  let clockOffset: TimeInterval
  /// Its own file of the program, which can be replaced.
  private let program: FilePath
  private let command: [String]
  private let environment: [String: String]
  private let folder: FilePath
  private let state = Locked(State())

  /// - Parameters:
  ///   - launcher: the command that runs the daemon's command in its arguments.
  ///   - environment: variables besides `PATH`, `HOME` and `TMPDIR`.
  init(
    _ name: String, role: String, in folder: ScratchDirectory, file: FilePath, reviews: FilePath,
    launcher: [String] = [], environment: [String: String] = [:], clockOffset: TimeInterval = 0
  ) {
    self.name = name
    self.role = role
    self.clockOffset = clockOffset
    self.folder = folder.path
    program = folder.path.appending("\(name)-program")
    command =
      launcher + [
        program.string, "daemon", "--config", file.string, "--role", role, "--reviews", reviews.string,
      ]
    self.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path.string,
      "TMPDIR": FileManager.default.temporaryDirectory.path,
    ].merging(environment) { $1 }
  }

  var lives: [Life] { state.withLock { $0.lives } }
  var isAway: Bool { state.withLock { $0.isAway } }

  /// Starts the daemon unless it runs. Blocks.
  func start() throws {
    try state.withLock { state in
      guard state.program == nil, !state.isAway else { return }
      let log = folder.appending("\(name)-\(state.lives.count + 1).log")
      let errors = try FileDescriptor.open(
        log, .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
      defer { try? errors.close() }
      try installProgram()
      state.program = try HelperProgram(command, environment: environment, errors: .descriptor(errors))
      state.lives.append(Life(log: log))
    }
  }

  /// Restores the file of the program.
  private func installProgram() throws {
    unlink(program.string)
    guard link(RunningExecutable.path.string, program.string) != 0 else { return }
    // The folder is on another file system.
    try FileManager.default.copyItem(atPath: RunningExecutable.path.string, toPath: program.string)
  }

  /// Replaces the file of the program as an upgrade does, until the next start, by a program that fails. Blocks.
  func replaceProgram() throws {
    try state.withLock { _ in
      let new = folder.appending("\(name)-program-new")
      try Data("#!/bin/sh\nexit 1\n".utf8).write(to: URL(fileURLWithPath: new.string))
      guard chmod(new.string, 0o755) == 0, rename(new.string, program.string) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
  }

  /// Kills the daemon, as in a power failure. Blocks.
  ///
  /// - Parameter isAway: whether it is not started again until ``comeBack()``.
  /// - Returns: whether it ran.
  @discardableResult
  func kill(isAway: Bool = false) -> Bool {
    state.withLock { state in
      state.isAway = isAway
      guard let program = state.program else { return false }
      let wasRunning = program.isRunning
      if wasRunning { state.lives[state.lives.count - 1].killed = Date() }
      program.end()
      if !wasRunning { note(&state, program) }
      forgetClock(of: program)
      state.program = nil
      return wasRunning
    }
  }

  func comeBack() throws {
    state.withLock { $0.isAway = false }
    try start()
  }

  /// Restarts the daemon if it exited, like a service manager. Blocks.
  func supervise() throws {
    state.withLock { state in
      guard let program = state.program, !program.isRunning else { return }
      note(&state, program)
      forgetClock(of: program)
      state.program = nil
    }
    try start()
  }

  private func note(_ state: inout State, _ program: HelperProgram) {
    state.lives[state.lives.count - 1].status = program.endedStatus
  }

  /// Removes the shared memory that libfaketime leaves behind.
  private func forgetClock(of program: HelperProgram) {
    guard clockOffset != 0 else { return }
    for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(program.process)") }
  }

  /// The latest address of its webhook listener; `nil` until it listens.
  var address: String? {
    let lives = lives
    guard let life = lives.last, life.killed == nil, life.status == nil else { return nil }
    if let address = life.address { return address }
    // The log may not exist yet.
    let text = (try? String(contentsOfFile: life.log.string, encoding: .utf8)) ?? ""
    let line = LogLine.all(in: text).first { $0.message == "listening" && $0.metadata?["endpoint"] == "webhooks" }
    let address = line?.metadata?["address"]
    state.withLock { $0.lives[lives.count - 1].address = address }
    return address
  }
}
