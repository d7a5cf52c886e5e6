// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// One run of a child: the race between its end and its limits.
struct ChildRun: Sendable {
  let starter: any ChildStarter
  let limits: ChildLimits
  let consume: @Sendable (OutputLine) -> Void
  private let record = RunRecord()

  func perform(_ command: ChildCommand) async throws -> ChildResult {
    // Fails when another process has created the file.
    let file = try command.outputFile.map {
      try FileDescriptor.open(
        $0, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
    }
    let output = try FileDescriptor.pipe()
    let errors = try FileDescriptor.pipe()
    let readers = [reader(output.readEnd, .output, into: file), reader(errors.readEnd, .error)]
    let streams = ChildStreams(
      input: try InputWriter.start(command.input), output: output.writeEnd, errors: errors.writeEnd)
    let group = limits.resources.flatMap { ControlGroupWatch($0) }
    do {
      let status = try await race(command, streams, group)
      // The kernel is faster than the watch, and ends the child directly.
      if let excess = group?.excess { record.end(because: excess) }
      // Under load, the watch may not check before the child has ended.
      if record.reason == nil, let resources = limits.resources,
        let excess = ResourceWatch(limits: resources, group: group).excessOfDirectories
      {
        record.end(because: excess)
      }
      await endGroup()
      for reader in readers { await reader.drain() }
      return ChildResult(ending: ending(status), tail: record.tail)
    } catch {
      await endGroup()
      for reader in readers { await reader.drain() }
      if record.reason != nil || Task.isCancelled {
        return ChildResult(ending: record.reason ?? .cancelled, tail: record.tail)
      }
      throw error
    }
  }

  /// Waits for the child or the first limit. Cancelling the child's task makes the starter end the group with SIGTERM,
  /// then with SIGKILL.
  private func race(
    _ command: ChildCommand, _ streams: ChildStreams, _ controlGroup: ControlGroupWatch?
  ) async throws -> ChildExit {
    try await withThrowingTaskGroup(of: ChildExit?.self) { group in
      group.addTask {
        try await starter.run(command, streams, grace: limits.grace) { record.started($0) }
      }
      group.addTask {
        // Sleeping ends early only by cancellation, when the child was faster.
        guard (try? await Task.sleep(for: limits.time)) != nil else { return nil }
        record.end(because: .timedOut(after: limits.time))
        return nil
      }
      group.addTask {
        for await _ in record.excess { break }
        return nil
      }
      if let resources = limits.resources {
        group.addTask {
          let watch = ResourceWatch(limits: resources, group: controlGroup)
          guard let ending = await watch.firstExcess(of: { record.leader }) else { return nil }
          record.end(because: ending)
          // A child over its limit gets no grace period, in which it would continue to allocate.
          if let leader = record.leader { starter.end(leader) }
          return nil
        }
      }
      defer { group.cancelAll() }
      var status: ChildExit?
      while let result = try await group.next() {
        if let result { status = result }
        group.cancelAll()
      }
      guard let status else { throw CancellationError() }
      return status
    }
  }

  private func reader(
    _ descriptor: FileDescriptor, _ stream: OutputLine.Stream, into file: FileDescriptor? = nil
  ) -> OutputReader {
    OutputReader(descriptor, lineBytes: limits.lineBytes, file: file) { text, total in
      if let text { record.keep(text) }
      if total > limits.outputBytes {
        // Recorded at once: a child that ends before it is ended has exceeded the limit as well.
        record.end(because: .tooMuchOutput(bytes: limits.outputBytes))
        record.exceeded()
      } else if let text {
        consume(OutputLine(stream: stream, text: text))
      }
    }
  }

  private func endGroup() async {
    if let leader = record.leader { starter.finish(leader) }
  }

  private func ending(_ status: ChildExit) -> ChildResult.Ending {
    if let reason = record.reason { return reason }
    if Task.isCancelled { return .cancelled }
    return switch status {
    case .exited(let code): .exited(code)
    case .signalled(let signal): .signalled(signal)
    }
  }
}

/// The state of a run, shared by the readers of its output and the checks of its limits.
struct RunRecord: Sendable {
  private struct State {
    var leader: pid_t?
    var reason: ChildResult.Ending?
    var tail: [String] = []
  }

  /// The number of last lines to keep.
  static let tailLines = 200

  /// Yields once when the output exceeds its limit.
  let excess: AsyncStream<Void>
  private let report: AsyncStream<Void>.Continuation
  private let state = Locked(State())

  init() {
    (excess, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var leader: pid_t? { state.withLock { $0.leader } }
  var reason: ChildResult.Ending? { state.withLock { $0.reason } }
  var tail: [String] { state.withLock { Array($0.tail.suffix(Self.tailLines)) } }

  func started(_ leader: pid_t) { state.withLock { $0.leader = leader } }

  /// Keeps the first reason.
  func end(because reason: ChildResult.Ending) {
    state.withLock { if $0.reason == nil { $0.reason = reason } }
  }

  func keep(_ line: String) {
    state.withLock { state in
      state.tail.append(line)
      if state.tail.count > 2 * Self.tailLines { state.tail.removeFirst(Self.tailLines) }
    }
  }

  func exceeded() {
    report.yield()
    report.finish()
  }
}
