// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// Runs a hidden subcommand of this program in a child process: typed JSON in, typed JSON lines out.
///
/// The request travels over the child's standard input, so that it shows neither in its arguments nor in its
/// environment.
package struct ChildCall<
  Request: Codable & Sendable, Event: Codable & Sendable, Response: Codable & Sendable,
  Failure: Error & Codable & Sendable
>: Sendable {
  private let arguments: [String]
  private let preparation: [UInt8]

  /// - Parameters:
  ///   - subcommand: the name under which the child calls ``ChildReply``.
  ///   - arguments: what the child must know before it reads the request.
  package init(_ subcommand: String, _ arguments: [String] = []) {
    self.arguments = [subcommand] + arguments
    preparation = []
  }

  /// - Parameters:
  ///   - subcommand: the name under which the child calls ``ChildPreparation/read()`` and then ``ChildReply``.
  ///   - preparation: what the child does before it reads the request. Of more than an argument should show to others.
  package init(_ subcommand: String, _ arguments: [String] = [], preparation: some Encodable) throws {
    self.arguments = [subcommand] + arguments
    self.preparation = try ChildPreparation.bytes(preparation)
  }

  /// Runs the child and returns its answer.
  ///
  /// - Throws: ``ChildCallError``: the failure that the child reported, or how it ended without a response.
  package func callAsFunction(
    _ request: Request, environment: [String: String], limits: ChildLimits,
    onEvent: @escaping @Sendable (Event) -> Void
  ) async throws(ChildCallError<Failure>) -> Response {
    let last = Locked<ChildMessage<Event, Response, Failure>?>(nil)
    let result: ChildResult
    do {
      let input = preparation + Array(try JSONEncoder().encode(request))
      let command = ChildCommand(
        OwnExecutable.path, arguments, environment: ParentWatch.environment(environment), input: input)
      result = try await ChildProcess.run(command, limits: limits) { line in
        guard line.stream == .output else { return }
        let message = try? JSONDecoder().decode(
          ChildMessage<Event, Response, Failure>.self, from: Data(line.text.utf8))
        switch message {
        case .event(let event): onEvent(event)
        case .answer, .failure: last.withLock { $0 = message }
        // A library that prints on its own account: nobody's message.
        case nil: break
        }
      }
    } catch {
      throw .notStarted(String(systemError: error))
    }
    switch last.withLock({ $0 }) {
    case .answer(let answer): return answer
    case .failure(let failure): throw .failed(failure)
    case .event, nil: throw .ended(result)
    }
  }
}

/// Why a ``ChildCall`` has no answer.
package enum ChildCallError<Failure: Error & Sendable>: Error {
  /// The child did its work and said what went wrong.
  case failed(Failure)
  /// The child ended without a word: killed, crashed or over a limit.
  case ended(ChildResult)
  case notStarted(String)
}

/// One line that a subcommand writes to its parent.
enum ChildMessage<Event: Codable & Sendable, Response: Codable & Sendable, Failure: Codable & Sendable>: Codable,
  Sendable
{
  /// Something happened on the way.
  case event(Event)
  /// The last line: it worked.
  case answer(Response)
  /// The last line: it did not.
  case failure(Failure)
}

/// The first line of a child's standard input: what it does before it reads its request, perhaps in another process
/// that takes its place.
package enum ChildPreparation {
  package struct Failure: Error, CustomStringConvertible {
    package let description = "this subcommand is for reviewbot's own use"
  }

  private static let maximumBytes = 1 << 20

  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    // JSON holds no line feed but between its parts, where the encoder puts none.
    Array(try JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Reads the line and nothing after it.
  package static func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    var line = Data()
    var byte: UInt8 = 0
    while line.count < maximumBytes {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { throw Failure() }
      if byte == UInt8(ascii: "\n") { return try JSONDecoder().decode(type, from: line) }
      line.append(byte)
    }
    throw Failure()
  }
}
