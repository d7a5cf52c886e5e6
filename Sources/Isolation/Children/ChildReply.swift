// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// The child's side of a ``ChildCall``.
package enum ChildReply {
  /// Reads the request, does the work, and writes what came of it.
  ///
  /// - Returns: the exit status for `main`: 0 when there is an answer, 1 when there is a failure, 2 when the request
  ///   could not be read.
  package static func serve<
    Request: Codable & Sendable, Event: Codable & Sendable, Response: Codable & Sendable,
    Failure: Error & Codable & Sendable
  >(
    _ work: (Request, _ report: @escaping @Sendable (Event) -> Void) async throws(Failure) -> Response
  ) async -> Int32 {
    typealias Message = ChildMessage<Event, Response, Failure>
    ParentWatch.begin()
    let output = Locked(FileHandle.standardOutput)
    @Sendable func write(_ message: Message) {
      // What cannot be written has no reader any more: the parent is gone, and this process is about to follow.
      guard let data = try? JSONEncoder().encode(message) else { return }
      output.withLock { try? $0.write(contentsOf: data + Data("\n".utf8)) }
    }
    guard let input = try? FileHandle.standardInput.readToEnd(),
      let request = try? JSONDecoder().decode(Request.self, from: input)
    else {
      FileHandle.standardError.write(Data("reviewbot: this subcommand is for reviewbot's own use\n".utf8))
      return 2
    }
    do {
      write(.answer(try await work(request) { write(.event($0)) }))
      return 0
    } catch {
      write(.failure(error))
      return 1
    }
  }
}

/// Ends this process when the one that started it is gone, however that ended: the answer has no reader, and what this
/// one holds, such as a mirror's lock, would block the next process.
///
/// The kernel can tell a child of its parent's death, but means the thread that started it, and those come and go.
enum ParentWatch {
  private static let interval = 0.5
  private static let variable = "REVIEWBOT_PARENT"

  /// What a child is given besides, so that it knows whose it is although the parent may be gone before it can ask.
  static func environment(_ environment: [String: String]) -> [String: String] {
    environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// Watches from now on, on its own thread.
  static func begin() {
    let parent = ProcessInfo.processInfo.environment[variable].flatMap { pid_t($0) } ?? getppid()
    Thread.detachNewThread {
      while getppid() == parent { Thread.sleep(forTimeInterval: interval) }
      // With everything in its group, when it has one of its own.
      kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
    }
  }
}
