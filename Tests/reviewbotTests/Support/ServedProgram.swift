// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import Isolation
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage

/// One process of the built daemon.
final class ServedProgram: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  typealias Line = LogLine

  private static let host = "127.0.0.1"

  private let program: HelperProgram
  private let log: FilePath
  /// The port for webhooks.
  let port: Int

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter launcher: a program that executes the command in its arguments; `nil` for none.
  init(_ service: ServiceDirectory, environment: [String: String], launcher: String?) async throws {
    log = try service.folder.write("serve-\(UUID().uuidString).log", "")
    let errors = try FileDescriptor.open(log, .writeOnly, options: [.closeOnExec, .append])
    defer { try? errors.close() }
    let variables = [
      "PATH": service.searchPath,
      "HOME": service.folder.path.appending("user").string,
      "TMPDIR": FileManager.default.temporaryDirectory.path,
    ].merging(environment) { $1 }
    program = try HelperProgram(
      (launcher.map { [$0] } ?? []) + [service.program.executable.string, "serve", "--config", service.file.string]
        + service.arguments,
      environment: variables, errors: .descriptor(errors))
    var port: Int?
    let (program, log) = (program, log)
    // When it ends its log is closed, which is a change as well.
    try await FileWatch(log).wait {
      port = try Self.lines(of: log).first {
        $0.message == "listening" && $0.metadata?["endpoint"] != "pages"
      }?.port
      guard port != nil || program.isRunning else {
        let text = try String(contentsOfFile: log.string, encoding: .utf8)
        throw Failure(description: "the daemon ended with \(try await program.exitStatus()): \(text)")
      }
      return port != nil
    }
    guard let port else { preconditionFailure("the loop ends with a port") }
    self.port = port
  }

  var process: Int32 { program.process }
  var url: String { "http://\(Self.host):\(port)" }

  func webhookURL(_ kind: ForgeKind) -> String { "\(url)/webhook/\(kind.rawValue)" }

  /// Its complete output.
  var text: String {
    get throws { try String(contentsOfFile: log.string, encoding: .utf8) }
  }

  /// The lines of its log.
  var lines: [Line] {
    get throws { try Self.lines(of: log) }
  }

  /// Waits until its log fulfils a condition.
  func wait(for what: String, until isSo: ([Line]) -> Bool) async throws {
    do {
      try await FileWatch(log).wait {
        let isRunning = program.isRunning
        if try isSo(lines) { return true }
        guard isRunning else { throw Failure(description: "it ended before \(what); it logged \(try text)") }
        return false
      }
    } catch is FileWatch.TimedOut {
      throw Failure(description: "never came: \(what); it logged \(try text)")
    }
  }

  /// Its response to a request.
  func answer(_ path: String, by transport: any HTTPTransport) async throws -> (status: Int, body: String) {
    guard let address = HTTPAddress(url + path) else { throw Failure(description: "invalid path \(path)") }
    let response = try await transport.send(TransportRequest(HTTPRequest(at: address)))
    return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
  }

  /// Requests its termination, and waits for its end.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func terminate() async throws -> Int32 {
    Foundation.kill(program.process, SIGTERM)
    return try await program.exitStatus()
  }

  /// Waits until its output contains a text, which need not be a line of the log.
  func wait(forText text: String) async throws {
    try await FileWatch(log).wait { try self.text.contains(text) }
  }

  /// Kills it, like a power failure.
  func kill() { program.end() }

  private static func lines(of log: FilePath) throws -> [Line] {
    let text = try String(contentsOfFile: log.string, encoding: .utf8)
    // The last one may not be complete.
    guard let end = text.lastIndex(of: "\n") else { return [] }
    let decoder = JSONDecoder()
    // The final error message is not JSON.
    return try text[..<end].split(separator: "\n").filter { !$0.hasPrefix("reviewbot: ") }.map { line in
      do {
        return try decoder.decode(Line.self, from: Data(line.utf8))
      } catch {
        throw Failure(description: "no line of a log: \(line)")
      }
    }
  }
}

extension ServedProgram.Line {
  /// The port of the address in the line.
  fileprivate var port: Int? { (metadata?["address"]?.split(separator: ":").last).flatMap { Int($0) } }
}
