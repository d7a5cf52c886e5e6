// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
public import SystemPackage

/// Loads resources from prepared responses, and records the requests.
public struct StubService: ResourceService {
  private let transport: StubTransport
  private let service: NetworkService

  /// Creates a service that uses a stub.
  public init(_ transport: StubTransport) {
    self.transport = transport
    service = NetworkService(transport)
  }

  /// Creates a service that responds from the files in a folder, as described in ``StubTransport/init(folder:)``.
  public init(folder: FilePath) {
    self.init(StubTransport(folder: folder))
  }

  /// The requests so far, in order.
  public var requests: [TransportRequest] {
    get async { await transport.requests }
  }

  /// Decodes the prepared response.
  public func receive<R: HTTPResource & DataResource>(
    _ resource: R
  ) async throws(LoadingError) -> Received<R.Model> {
    try await service.receive(resource)
  }
}

/// Responds without a network, and records the requests.
///
/// A request without a prepared response is an error.
public actor StubTransport: HTTPTransport {
  /// A function that responds to a request.
  public typealias Responder = @Sendable (TransportRequest) throws(TransportError) -> TransportResponse

  private let respond: Responder

  /// The requests so far, in order.
  public private(set) var requests: [TransportRequest] = []

  /// Creates a transport that calls the function for each request.
  public init(_ respond: @escaping Responder) {
    self.respond = respond
  }

  /// Creates a transport that responds from the files in a folder.
  ///
  /// `GET https://example.com/repos/acme?page=2` is answered from `GET/repos/acme?page=2`, else from `GET/repos/acme`,
  /// or one of these names with `.json`; the host is not part of the name. A file that starts with `HTTP/` is a whole
  /// response: status line, header fields, an empty line and the body. Any other file is the body of a response with
  /// status 200.
  ///
  /// The folder can also be the one of a ``RecordingTransport``: its responses come first, in their order, and the last
  /// one of a request that only reads is repeated. A write may have another body than the recorded one.
  public init(folder: FilePath) {
    let responses = Locked<PreparedResponses?>(nil)
    self.init { (request) throws(TransportError) in
      try responses.withLock { (prepared) throws(TransportError) -> TransportResponse in
        if prepared == nil { prepared = try PreparedResponses(folder: folder) }
        guard let response = try prepared?.next(request) else { throw TransportError.unprepared(request, in: folder) }
        return try response.outcome.get()
      }
    }
  }

  /// Records the request and responds.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    requests.append(request)
    return try respond(request)
  }
}

/// An HTTP message as a text file: a first line, header fields, an empty line and the body.
struct HTTPText: Hashable, Sendable {
  /// The defect of a text, as the rest of a sentence that begins with its name.
  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  var firstLine: String
  var fields: HTTPFields = [:]
  var body = Data()
}

extension HTTPText {
  /// Parses a file. Lines may end in either way; the body is not changed.
  init(_ data: Data) throws(Failure) {
    let ends = ["\r\n\r\n", "\n\n"].compactMap { data.range(of: Data($0.utf8)) }
    let end = ends.min { $0.lowerBound < $1.lowerBound }
    let head = String(decoding: data[..<(end?.lowerBound ?? data.endIndex)], as: UTF8.self)
    var lines = head.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { throw Failure(message: "is empty") }
    self.init(firstLine: String(lines.removeFirst()), body: end.map { Data(data[$0.upperBound...]) } ?? Data())
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let field = HTTPField.Name(String(parts[0])) else {
        throw Failure(message: "has a line that is not a header field: \(line)")
      }
      fields.append(HTTPField(name: field, value: parts[1].trimmingCharacters(in: .whitespaces)))
    }
  }

  /// The contents of the file.
  var data: Data {
    let lines = [firstLine] + fields.map { "\($0.name.rawName): \($0.value)" }
    return Data((lines.joined(separator: "\n") + "\n\n").utf8) + body
  }

  /// Converts the text into a response.
  func response() throws(Failure) -> TransportResponse {
    guard let code = firstLine.split(separator: " ").dropFirst().first.flatMap({ Int($0) }), (100...999).contains(code)
    else { throw Failure(message: "has no status in its first line") }
    return TransportResponse(status: .init(code: code), headerFields: fields, body: body)
  }
}
