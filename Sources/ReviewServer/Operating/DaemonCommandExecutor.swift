// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
package import JobQueue
package import ResourceLoading
import ReviewContract
package import SystemPackage

/// Sends commands to a running daemon over its control socket.
package struct DaemonCommandExecutor: OperatorCommandExecutor {
  /// No process listens at the socket: the daemon is not running, or is still starting.
  package struct Absent: Error {}

  private struct Refusal: Decodable {
    let error: String
    let remedy: String?

    var text: String { remedy.map { "\(error); \($0)" } ?? error }
  }

  package let socket: FilePath
  private let transport: any HTTPTransport

  /// - Parameter transport: connects only to the socket.
  package init(socket: FilePath, transport: any HTTPTransport) {
    self.socket = socket
    self.transport = transport
  }

  /// - Throws: ``Absent``, and then the daemon has not received the command.
  package func execute(_ command: OperatorCommand, by attribution: Attribution) async throws -> OperatorCommandResult {
    let query = [("person", attribution.person)] + (attribution.reason.map { [("reason", $0)] } ?? [])
    guard let address = HTTPAddress("http://localhost")?.appending(segments: command.path, query: query) else {
      preconditionFailure("localhost is a host")
    }
    let response: TransportResponse
    do {
      response = try await transport.send(TransportRequest(HTTPRequest(.post, at: address)))
    } catch  where error.code == .couldNotConnect {
      throw Absent()
    } catch {
      throw RunError("the daemon at \(socket) did not answer: \(error)", remedy: "check its log")
    }
    return try read(response.head.status.code, response.body)
  }

  private func read(_ status: Int, _ body: Data) throws -> OperatorCommandResult {
    let decoder = JSONDecoder()
    if status == 200, let result = try? decoder.decode(OperatorCommandResult.self, from: body) { return result }
    // A response of another program has no refusal; its status is reported.
    let refusal = try? decoder.decode(Refusal.self, from: body)
    if let refusal, status == 404 || status == 409 { throw OperatorCommandRefusal(description: refusal.text) }
    throw RunError(
      "the daemon at \(socket) answered with \(status)" + (refusal.map { ": \($0.text)" } ?? ""),
      remedy: refusal == nil ? "use the same reviewbot executable as the daemon" : nil)
  }
}
