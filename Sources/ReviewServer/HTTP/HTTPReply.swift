// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ResourceLoading
package import ReviewContract

/// A short response with a complete body.
struct HTTPReply: Sendable {
  var status: HTTPResponse.Status
  var fields: HTTPFields
  let body: String

  private init(_ status: HTTPResponse.Status, type: String, _ body: String) {
    self.status = status
    self.body = body
    fields = [.contentType: type, .contentLength: String(body.utf8.count)]
  }

  static func text(_ text: String, _ status: HTTPResponse.Status = .ok, type: String = "text/plain") -> HTTPReply {
    HTTPReply(status, type: type, text)
  }

  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) -> HTTPReply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding text and numbers does not fail.
    let data = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return HTTPReply(status, type: "application/json", String(decoding: data, as: UTF8.self))
  }

  /// For JSON of constant names and numbers, which needs no encoder.
  static func json(text: String, _ status: HTTPResponse.Status) -> HTTPReply {
    HTTPReply(status, type: "application/json", text)
  }

  static func error(
    _ message: String, _ status: HTTPResponse.Status, remedy: String? = nil
  ) -> HTTPReply {
    json(["error": message, "remedy": remedy].compactMapValues { $0 }, status)
  }

  static let notFound = error("not found", .notFound).closing()

  static func methodNotAllowed(_ allowed: String) -> HTTPReply {
    var reply = error("method not allowed; use \(allowed)", .methodNotAllowed).closing()
    reply.fields[.allow] = allowed
    return reply
  }

  /// A transient failure: the client may retry after ``retryAfter``.
  static func overloaded(_ message: String) -> HTTPReply {
    var reply = error(message, .serviceUnavailable)
    reply.fields[.retryAfter] = String(retryAfter)
    return reply
  }

  /// In seconds.
  static let retryAfter = 10

  /// The same reply, which ends the connection: the unread rest of the request is discarded.
  func closing() -> HTTPReply {
    var reply = self
    reply.fields[.connection] = "close"
    return reply
  }

  var response: Response {
    Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }
}

extension Response {
  @concurrent func write(to writer: consuming ResponseWriter) async throws {
    try await writer.write(response: head, body: body)
  }
}

/// A server cannot listen at its address or socket.
package typealias ServingError = CodedError<ServingFailure>

/// The codes of ``ServingError``.
package enum ServingFailure: String, FailureCode {
  /// The address is in use, or does not belong to this host.
  case address
  /// The path of the socket is invalid, or other users have access to it.
  case place
  /// Another process listens on the socket.
  case inUse

  package static let port = "listener"

  /// The server does not start; no job sees it.
  package var failureClass: FailureClass {
    switch self {
    case .address: .outage(until: "change `listen`")
    case .place: .outage(until: "change `state`")
    case .inUse: .outage(until: "stop the other process")
    }
  }
}

extension ServingError {
  /// The system's message for the error of a socket.
  package static func systemMessage(_ error: any Error) -> String {
    (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
  }
}
