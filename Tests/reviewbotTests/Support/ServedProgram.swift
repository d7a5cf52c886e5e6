// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import Isolation
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage

/// One life of the built daemon.
final class ServedProgram: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A line of its log.
  struct Line: Decodable, Hashable, Sendable {
    let level: String
    let message: String
    let metadata: [String: String]?
  }

  private static let host = "127.0.0.1"

  private let program: HelperProgram
  private let log: FilePath
  /// Where it takes in webhooks.
  let port: Int

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter launcher: a program that becomes the one that its arguments name; none without it.
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
      port = try Self.lines(of: log).first { $0.message == "listening" }?.port
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

  /// Everything that it wrote.
  var text: String {
    get throws { try String(contentsOfFile: log.string, encoding: .utf8) }
  }

  /// What it logged.
  var lines: [Line] {
    get throws { try Self.lines(of: log) }
  }

  /// Waits until it logged something.
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
    return (response.head.status.code, String(decoding: try await response.body.collected(), as: UTF8.self))
  }

  /// Asks it to end, and waits until it has.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func terminate() async throws -> Int32 {
    Foundation.kill(program.process, SIGTERM)
    return try await program.exitStatus()
  }

  /// Waits until it wrote something, which need not be a line of a log.
  func wait(forText text: String) async throws {
    try await FileWatch(log).wait { try self.text.contains(text) }
  }

  /// Ends it at once, as a machine does that loses its power.
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
  /// Of an address that it names.
  fileprivate var port: Int? { (metadata?["address"]?.split(separator: ":").last).flatMap { Int($0) } }
}
