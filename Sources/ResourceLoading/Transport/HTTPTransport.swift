// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import HTTPTypes
public import SystemPackage

/// Sends requests and brings back answers.
///
/// An answer is an answer, whatever its status; only what kept a request from being answered is an error. Retry,
/// authorisation, logging and the like are transports that wrap a transport:
///
/// ```swift
/// let transport = RetryingTransport(AuthorizingTransport(curl, field: field, for: origin))
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends one request and waits for the answer. Cancelling the task ends the transfer.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A request as a transport takes it: head and body.
public struct TransportRequest: Hashable, Sendable {
  /// Method, address and header fields.
  public var head: HTTPRequest
  /// What is sent along.
  public var body: RequestBody
  /// Where the body of a successful answer is to be written; `nil` for memory. A transport that cannot write files
  /// ignores it and hands out the body as it has it.
  public var destination: DownloadDestination?

  /// A request with its body.
  public init(_ head: HTTPRequest, body: RequestBody = .none, destination: DownloadDestination? = nil) {
    self.head = head
    self.body = body
    self.destination = destination
  }
}

/// What a server answered, whatever its status.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// What came along.
  public var body: ResponseBody
  /// Whether the server only said that nothing has changed since this answer was stored. See ``ConditionalTransport``.
  public var isUnchanged: Bool

  /// A response with its body.
  public init(_ head: HTTPResponse, body: ResponseBody, isUnchanged: Bool = false) {
    self.head = head
    self.body = body
    self.isUnchanged = isUnchanged
  }

  /// A response that is all there.
  public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: Data = Data()) {
    self.init(HTTPResponse(status: status, headerFields: headerFields), body: ResponseBody(body))
  }
}

/// What is sent along with a request.
public enum RequestBody: Hashable, Sendable {
  /// Nothing.
  case none
  /// Bytes that are in memory.
  case bytes(Data)
  /// What is in a file when the request is sent.
  case file(FilePath)
}

extension RequestBody {
  /// The body's bytes, read from the file when it is one.
  func contents() throws(TransportError) -> Data {
    switch self {
    case .none: Data()
    case .bytes(let data): data
    case .file(let path): try path.contents()
    }
  }
}

/// What came along with a response.
///
/// Ask for all of it with ``collected()``. That it is asynchronous lets a transport hand out a body that is still
/// arriving.
public struct ResponseBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data)
    case file(FilePath)
  }

  private let storage: Storage

  /// A body that is all there.
  public init(_ bytes: Data) {
    storage = .bytes(bytes)
  }

  /// A body that was written to a file.
  public init(file: FilePath) {
    storage = .file(file)
  }

  /// The file that the body was written to, as ``TransportRequest/destination`` requested.
  public var file: FilePath? {
    if case .file(let path) = storage { path } else { nil }
  }

  /// Waits for the whole body, and reads it when it is in a file.
  public func collected() async throws(TransportError) -> Data {
    switch storage {
    case .bytes(let data): return data
    case .file(let path): return try path.contents()
    }
  }
}

extension HTTPField {
  /// A field whose value is a secret: it is never logged, never kept in a compression table, and never follows a
  /// redirect to another origin.
  public static func secret(_ name: Name, _ value: String) -> HTTPField {
    var field = HTTPField(name: name, value: value)
    field.indexingStrategy = .disallow
    return field
  }

  /// Whether the value is to be kept secret: it was marked so, or the name is known to carry credentials.
  public var isSecret: Bool {
    indexingStrategy == .disallow || Self.secretNames.contains(name.canonicalName)
  }

  private static let secretNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "private-token", "job-token", "x-api-key",
  ]
}

extension HTTPRequest.Method {
  /// Whether a request with this method changes nothing.
  public var isSafe: Bool { self == .get || self == .head || self == .options }

  /// Whether sending a request twice does no more than sending it once.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
