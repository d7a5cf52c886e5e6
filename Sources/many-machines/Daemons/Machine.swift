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
    /// Where it takes in webhooks, once it was read from the log.
    var address: String?
    /// When it was killed by this test.
    var killed: Date?
    /// How it ended if it was not killed, as a shell says it.
    var status: Int32?
  }

  private struct State: Sendable {
    var program: HelperProgram?
    var lives: [Life] = []
    /// It stays away.
    var isAway = false
  }

  let name: String
  let role: String
  /// How far its clock is ahead.
  let clockOffset: TimeInterval
  private let command: [String]
  private let environment: [String: String]
  private let folder: FilePath
  private let state = Locked(State())

  /// - Parameters:
  ///   - launcher: what becomes the program that its arguments name.
  ///   - environment: besides `PATH`, the home and the folder for temporary files.
  init(
    _ name: String, role: String, in folder: ScratchDirectory, file: FilePath, reviews: FilePath,
    launcher: [String] = [], environment: [String: String] = [:], clockOffset: TimeInterval = 0
  ) {
    self.name = name
    self.role = role
    self.clockOffset = clockOffset
    self.folder = folder.path
    command =
      launcher + [
        OwnExecutable.path.string, "daemon", "--config", file.string, "--role", role, "--reviews", reviews.string,
      ]
    self.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path.string,
      "TMPDIR": FileManager.default.temporaryDirectory.path,
    ].merging(environment) { $1 }
  }

  var lives: [Life] { state.withLock { $0.lives } }
  var isAway: Bool { state.withLock { $0.isAway } }

  /// Starts it unless it runs. Blocks.
  func start() throws {
    try state.withLock { state in
      guard state.program == nil, !state.isAway else { return }
      let log = folder.appending("\(name)-\(state.lives.count + 1).log")
      let errors = try FileDescriptor.open(
        log, .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
      defer { try? errors.close() }
      state.program = try HelperProgram(command, environment: environment, errors: .descriptor(errors))
      state.lives.append(Life(log: log))
    }
  }

  /// Ends it as a loss of power does. Blocks.
  ///
  /// - Parameter isAway: whether it stays away until ``comeBack()``.
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

  /// Starts it again if it ended by itself, as a service manager does. Blocks.
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

  /// The library of the clock leaves its shared memory behind.
  private func forgetClock(of program: HelperProgram) {
    guard clockOffset != 0 else { return }
    for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(program.process)") }
  }

  /// The latest address that it takes in webhooks at; `nil` until it listens.
  var address: String? {
    let lives = lives
    guard let life = lives.last, life.killed == nil, life.status == nil else { return nil }
    if let address = life.address { return address }
    // It may not be there yet.
    let text = (try? String(contentsOfFile: life.log.string, encoding: .utf8)) ?? ""
    let line = LogLine.all(in: text).first { $0.message == "listening" && $0.metadata?["endpoint"] == "webhooks" }
    let address = line?.metadata?["address"]
    state.withLock { $0.lives[lives.count - 1].address = address }
    return address
  }
}
