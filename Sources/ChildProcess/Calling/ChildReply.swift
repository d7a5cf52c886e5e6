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
    Request: Codable & Sendable, Event: Codable & Sendable, Answer: Codable & Sendable,
    Failure: Error & Codable & Sendable
  >(
    _ work: (Request, _ report: @escaping @Sendable (Event) -> Void) async throws(Failure) -> Answer
  ) async -> Int32 {
    typealias Message = ChildMessage<Event, Answer, Failure>
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
