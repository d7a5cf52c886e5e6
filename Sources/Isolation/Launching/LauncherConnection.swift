// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
package import SystemPackage

/// The connection from the reviewing process to the process that starts its sandboxes.
package final class LauncherConnection: Sendable {
  /// The state of a run.
  struct Run: Sendable {
    let started: @Sendable (Int32) -> Void
    let ended: CheckedContinuation<ChildExit, any Error>
    var process: Int32?
  }

  private struct State {
    var next = 1
    var runs: [Int: Run] = [:]
    var isClosed = false
  }

  private let channel: LaunchChannel
  private let state = Locked(State())

  /// Starts the process that starts sandboxes. It inherits nothing but the socket.
  ///
  /// - Parameter group: the open file through which sandboxes enter their control group, where there is one. It is
  ///   closed.
  /// - Returns: the process, and this side's end of the socket, which stays open when this process becomes another
  ///   program.
  package static func launch(
    _ plan: LaunchPlan, program: FilePath = OwnExecutable.image, group: Int32? = nil
  ) throws -> (process: PlainChild, socket: Int32) {
    defer { if let group { close(group) } }
    var ends: [Int32] = [-1, -1]
    let result = reviewbot_make_socket_pair(&ends)
    guard result >= 0 else { throw SandboxError("cannot create a socket: \(String(cString: strerror(-result)))") }
    let process = try PlainChild(
      [OwnExecutable.path.string, LauncherProcess.subcommand], executing: program,
      environment: ["PATH": "/usr/bin:/bin"], in: "/", input: .descriptor(FileDescriptor(rawValue: ends[1])))
    close(ends[1])
    // The channel closes its socket at the end, and this one is for later.
    let copy = dup(ends[0])
    try LaunchChannel(ends[0]).send(plan, [group].compactMap(\.self))
    return (process, copy)
  }

  /// - Parameter socket: from ``launch(_:)``.
  package init(_ socket: Int32) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    channel = LaunchChannel(socket)
    let thread = Thread { [weak self, channel] in
      while let (reply, _) = try? channel.receive(LaunchReply.self) { self?.take(reply) }
      self?.closed()
    }
    thread.name = "launcher"
    thread.start()
  }

  private func take(_ reply: LaunchReply) {
    switch reply {
    case .started(let number, let process):
      state.withLock { state in
        state.runs[number]?.process = process
        return state.runs[number]
      }?.started(process)
    case .ended(let number, let status):
      remove(number)?.ended.resume(returning: status)
    case .refused(let number, let reason):
      remove(number)?.ended.resume(throwing: SandboxError("cannot start a sandbox: \(reason)"))
    }
  }

  private func remove(_ number: Int) -> Run? { state.withLock { $0.runs.removeValue(forKey: number) } }

  private func closed() {
    let runs = state.withLock { state in
      state.isClosed = true
      defer { state.runs = [:] }
      return state.runs.values
    }
    for run in runs { run.ended.resume(throwing: SandboxError("the process that starts sandboxes has ended")) }
  }

  /// Runs a command until it ends. Cancelling the task ends the command.
  func run(
    _ request: (Int) -> LaunchRequest, _ streams: ChildStreams, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    let request = request(number)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isClosed = state.withLock { state in
          if !state.isClosed { state.runs[number] = Run(started: started, ended: continuation) }
          return state.isClosed
        }
        guard !isClosed else {
          streams.close()
          return continuation.resume(throwing: SandboxError("the process that starts sandboxes has ended"))
        }
        do {
          defer { streams.close() }
          try channel.send(
            LaunchMessage.run(request), [streams.input, streams.output, streams.errors].map(\.rawValue))
        } catch {
          remove(number)?.ended.resume(throwing: error)
        }
      }
    } onCancel: {
      end(number)
    }
  }

  /// Ends the run of this process.
  func end(process: Int32) {
    if let number = state.withLock({ $0.runs.first { $0.value.process == process }?.key }) { end(number) }
  }

  private func end(_ number: Int) {
    // Sending fails only when the other process has ended, and then nothing runs any more.
    try? channel.send(LaunchMessage.end(run: number))
  }
}
