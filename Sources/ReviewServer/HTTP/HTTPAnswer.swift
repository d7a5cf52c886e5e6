// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ResourceLoading
import ReviewContract

/// An answer that is short and known as a whole.
struct HTTPAnswer: Sendable {
  var status: HTTPResponse.Status
  var fields: HTTPFields
  let body: String

  private init(_ status: HTTPResponse.Status, type: String, _ body: String) {
    self.status = status
    self.body = body
    fields = [.contentType: type, .contentLength: String(body.utf8.count)]
  }

  static func text(_ text: String, _ status: HTTPResponse.Status = .ok, type: String = "text/plain") -> HTTPAnswer {
    HTTPAnswer(status, type: type, text)
  }

  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What is encoded here are texts and numbers, of which none fails.
    let data = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return HTTPAnswer(status, type: "application/json", String(decoding: data, as: UTF8.self))
  }

  /// For JSON that needs no encoder: what stands in it are names and numbers of ours.
  static func json(text: String, _ status: HTTPResponse.Status) -> HTTPAnswer {
    HTTPAnswer(status, type: "application/json", text)
  }

  static func error(
    _ words: String, _ status: HTTPResponse.Status, remedy: String? = nil
  ) -> HTTPAnswer {
    json(["error": words, "remedy": remedy].compactMapValues { $0 }, status)
  }

  static let notFound = error("there is nothing here", .notFound).closing()

  static func methodNotAllowed(_ allowed: String) -> HTTPAnswer {
    var answer = error("only \(allowed) is understood here", .methodNotAllowed).closing()
    answer.fields[.allow] = allowed
    return answer
  }

  /// For what passes: whoever gets it comes back.
  static func overloaded(_ words: String) -> HTTPAnswer {
    var answer = error(words, .serviceUnavailable)
    answer.fields[.retryAfter] = String(retryAfter)
    return answer
  }

  /// In seconds. Long enough that whoever waits for it is no further load, short enough that nobody gives up.
  static let retryAfter = 10

  /// The same, after which nothing more of the connection is wanted: what was not read of the request is thrown away.
  func closing() -> HTTPAnswer {
    var answer = self
    answer.fields[.connection] = "close"
    return answer
  }

  @concurrent func write(to writer: consuming ResponseWriter) async throws {
    try await writer.write(
      response: HTTPResponse(status: status, headerFields: fields),
      body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }
}

/// A server cannot listen where it should.
package struct ServingError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The address is taken, or is none of this machine's.
    package static let address = Code(rawValue: "address")
    /// The place of the socket is one where others could reach it, or is no place for one.
    package static let place = Code(rawValue: "place")
    /// Somebody answers at the socket.
    package static let inUse = Code(rawValue: "inUse")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }

  /// What the system said about an error of a socket.
  static func words(_ error: any Error) -> String {
    (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
  }
}
