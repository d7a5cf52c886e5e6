// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import HTTPTypes

/// Sends requests and returns responses.
///
/// A response of any status is a success; an error means that there is no response. Retry, authorisation, logging and
/// the like are transports that wrap a transport:
///
/// ```swift
/// let transport = RetryingTransport(AuthorizingTransport(curl, field: field, for: origin))
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends one request and waits for the response. Cancelling the task ends the transfer.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

extension HTTPTransport {
  /// Sends one request, and returns an error as an outcome.
  func outcome(of request: TransportRequest) async -> Result<TransportResponse, TransportError> {
    do {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }
}

/// The head and the body of a request.
public struct TransportRequest: Hashable, Sendable {
  /// Method, address and header fields.
  public var head: HTTPRequest
  /// The body of the request.
  public var body: RequestBody

  /// Creates a request with its body.
  public init(_ head: HTTPRequest, body: RequestBody = .none) {
    self.head = head
    self.body = body
  }
}

/// A server's response, of any status.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body of the response.
  public var body: Data
  /// Whether the server confirmed this stored response as unchanged. See ``ConditionalTransport``.
  public var isUnchanged: Bool

  /// Creates a response with its body.
  public init(_ head: HTTPResponse, body: Data, isUnchanged: Bool = false) {
    self.head = head
    self.body = body
    self.isUnchanged = isUnchanged
  }

  /// Creates a response from its parts.
  public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: Data = Data()) {
    self.init(HTTPResponse(status: status, headerFields: headerFields), body: body)
  }
}

/// The body of a request.
public enum RequestBody: Hashable, Sendable {
  /// No body.
  case none
  /// Bytes.
  case bytes(Data)
}

extension RequestBody {
  /// The body's bytes.
  var data: Data { if case .bytes(let data) = self { data } else { Data() } }
}

extension HTTPField {
  /// Creates a field whose value is a secret: it is never logged, never kept in a compression table, and never follows
  /// a redirect to another origin.
  public static func secret(_ name: Name, _ value: String) -> HTTPField {
    var field = HTTPField(name: name, value: value)
    field.indexingStrategy = .disallow
    return field
  }

  /// Whether the value is a secret: it was marked as one, or the name is known to carry credentials.
  public var isSecret: Bool {
    indexingStrategy == .disallow || Self.secretNames.contains(name.canonicalName)
  }

  private static let secretNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "private-token", "job-token", "x-api-key",
  ]
}

extension HTTPRequest.Method {
  /// Whether requests with this method only read.
  public var isSafe: Bool { self == .get || self == .head || self == .options }

  /// Whether sending a request twice has the same effect as sending it once.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
