// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// Runs a hidden subcommand of this program in a child process: typed JSON in, typed JSON lines out.
///
/// The request is sent over the child's standard input, so that it is visible neither in its arguments nor in its
/// environment.
package struct ChildCall<
  Request: Codable & Sendable, Event: Codable & Sendable, Response: Codable & Sendable,
  Failure: Error & Codable & Sendable
>: Sendable {
  private let arguments: [String]
  private let preparation: [UInt8]

  /// - Parameters:
  ///   - subcommand: the name under which the child calls ``ChildReply``.
  ///   - arguments: the arguments that the child needs before it reads the request.
  package init(_ subcommand: String, _ arguments: [String] = []) {
    self.arguments = [subcommand] + arguments
    preparation = []
  }

  /// - Parameters:
  ///   - subcommand: the name under which the child calls ``ChildPreparation/read()`` and then ``ChildReply``.
  ///   - preparation: the input of the steps before the child reads the request, if it should not be visible as an
  ///     argument.
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
        RunningExecutable.image, arguments, environment: ParentWatch.environment(environment), input: input,
        name: RunningExecutable.path.string)
      result = try await ChildProcess.run(command, limits: limits) { line in
        guard line.stream == .output else { return }
        let message = try? JSONDecoder().decode(
          ChildMessage<Event, Response, Failure>.self, from: Data(line.text.utf8))
        switch message {
        case .event(let event): onEvent(event)
        case .response, .failure: last.withLock { $0 = message }
        // Output of a library, which is not a message.
        case nil: break
        }
      }
    } catch {
      throw .notStarted(String(systemError: error))
    }
    switch last.withLock({ $0 }) {
    case .response(let response): return response
    case .failure(let failure): throw .failed(failure)
    case .event, nil: throw .ended(result)
    }
  }
}

/// The reason why a ``ChildCall`` has no answer.
package enum ChildCallError<Failure: Error & Sendable>: Error {
  /// The child reported a failure.
  case failed(Failure)
  /// The child ended without an answer: it was killed, crashed or exceeded a limit.
  case ended(ChildResult)
  case notStarted(String)
}

/// One line that a subcommand writes to its parent.
enum ChildMessage<Event: Codable & Sendable, Response: Codable & Sendable, Failure: Codable & Sendable>: Codable,
  Sendable
{
  /// An event before the result.
  case event(Event)
  /// The last line after success.
  case response(Response)
  /// The last line after a failure.
  case failure(Failure)

  private enum CodingKeys: String, CodingKey {
    case event, failure
    case response = "answer"
  }
}

/// The first line of a child's standard input: the preparation before it reads its request, possibly in another process
/// that replaces it.
package enum ChildPreparation {
  package struct Failure: Error, CustomStringConvertible {
    package let description = "this subcommand is internal"
  }

  private static let maximumBytes = 1 << 20

  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    // JSON has line feeds only between its parts, where the encoder writes none.
    Array(try JSONEncoder().encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Reads the first line and nothing after it.
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

/// The child's side of a ``ChildCall``.
package enum ChildReply {
  /// Reads the request, performs the work, and writes the result.
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
      // Writing fails only when the reader is gone: the parent has ended, and this process is about to end as well.
      guard let data = try? JSONEncoder().encode(message) else { return }
      output.withLock { try? $0.write(contentsOf: data + Data("\n".utf8)) }
    }
    guard let input = try? FileHandle.standardInput.readToEnd(),
      let request = try? JSONDecoder().decode(Request.self, from: input)
    else {
      FileHandle.standardError.write(Data("reviewbot: this subcommand is internal to reviewbot\n".utf8))
      return 2
    }
    do {
      write(.response(try await work(request) { write(.event($0)) }))
      return 0
    } catch {
      write(.failure(error))
      return 1
    }
  }
}

/// Ends this process when its parent is gone, however that ended: the answer has no reader, and resources that this
/// process holds, such as a mirror's lock, would block the next process.
///
/// The kernel can signal a parent's death to a child, but means the thread that started it, and threads are
/// short-lived.
enum ParentWatch {
  private static let interval = 0.5
  private static let variable = "REVIEWBOT_PARENT"

  /// Adds the parent's process id for the child, so that the child can detect a parent that ended before it could
  /// check.
  static func environment(_ environment: [String: String]) -> [String: String] {
    environment.merging([variable: "\(getpid())"]) { $1 }
  }

  /// Watches from now on, on its own thread.
  static func begin() {
    let parent = ProcessInfo.processInfo.environment[variable].flatMap { pid_t($0) } ?? getppid()
    Thread.detachNewThread {
      while getppid() == parent { Thread.sleep(forTimeInterval: interval) }
      // Kills the whole process group when this process leads one.
      kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
    }
  }
}
