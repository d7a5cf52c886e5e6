// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import CurlTransport
import Foundation
import JobQueue
import Observability
import ResourceLoading
import ReviewContract
import ReviewHost
import ReviewServer
import SystemPackage

/// Executes commands through the running daemon or, without one, in this process.
struct OperatorCommandDispatcher: Sendable {
  /// The maximum size of a response, which is one short object.
  private static let maximumResponseBytes = 64 << 10

  private let location: QueueLocation
  private let attribution: Attribution

  /// - Parameter reason: why the commands are given; `nil` for no reason.
  init(location: QueueLocation, reason: String?, environment: [String: String]) {
    self.location = location
    attribution = Attribution(person: OperatorIdentity(environment: environment).person, reason: reason)
  }

  private var folder: StateDirectory { location.folder }

  /// Executes each command once, and prints the outcomes.
  ///
  /// - Throws: ``RunError`` if a command was refused; the others are executed nevertheless.
  func perform(_ commands: [OperatorCommand]) async throws {
    var seen: Set<OperatorCommand> = []
    let commands = commands.filter { seen.insert($0).inserted }
    if commands.isEmpty { return Console.say("no jobs") }
    var queue: (any ReviewQueue)?
    do {
      try await perform(commands, &queue)
    } catch {
      // The first error takes precedence over an error of closing.
      try? await queue?.close()
      throw error
    }
    try await queue?.close()
  }

  private func perform(_ commands: [OperatorCommand], _ queue: inout (any ReviewQueue)?) async throws {
    // Without a socket no daemon is running, and no transport is required.
    let isThere = FileManager.default.fileExists(atPath: folder.socket.string)
    let daemon =
      isThere
      ? DaemonCommandExecutor(socket: folder.socket, transport: Self.transport(to: folder.socket)) : nil
    var refusals: [OperatorCommandRefusal] = []
    for command in commands {
      do {
        Console.say(command.message(try await execute(command, daemon, &queue)))
      } catch let refusal as OperatorCommandRefusal {
        refusals.append(refusal)
      }
    }
    guard let last = refusals.popLast() else { return }
    for refusal in refusals { Console.complain(refusal.description) }
    throw RunError(last.description)
  }

  private func execute(
    _ command: OperatorCommand, _ daemon: DaemonCommandExecutor?, _ queue: inout (any ReviewQueue)?
  ) async throws -> OperatorCommandResult {
    if let daemon, queue == nil {
      do {
        return try await daemon.execute(command, by: attribution)
      } catch is DaemonCommandExecutor.Absent {
        // The queue is used instead.
      }
    }
    let opened = try queue ?? openQueue()
    queue = opened
    let attributed = Attribution(person: attribution.person, reason: attribution.reason, uid: getuid()) {
      KnownSecrets.ofProgram.masked($0)
    }
    return try await QueueCommandExecutor(queue: opened, isConfigured: location.isConfigured).execute(
      command, by: attributed)
  }

  /// Returns the HTTP transport to a running daemon.
  private static func transport(to socket: FilePath) -> any HTTPTransport {
    var settings = CurlSettings.standard
    settings.connectTimeout = .seconds(5)
    settings.totalTimeout = .seconds(30)
    settings.maximumBodyBytes = maximumResponseBytes
    settings.maximumRedirects = 0
    settings.unixSocket = socket
    return CurlTransportAssembly(settings: settings).transport
  }

  private func openQueue() throws -> any ReviewQueue {
    do {
      return try location.visitor()
    } catch let error as QueueError where error.code == .inUse {
      throw RunError(
        "\(error.message), and no process listens at \(folder.socket)",
        remedy: "if the daemon is starting, try again; otherwise check the permissions of the socket")
    }
  }
}
