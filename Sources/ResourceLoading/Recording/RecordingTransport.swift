// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking
public import SystemPackage

/// Records requests and responses in a folder, for a ``ReplayingTransport`` to replay them.
///
/// Each request and each response is a readable text file, numbered in the order in which they started. Secrets are
/// masked: fields with credentials, query parameters and JSON members that are named token, secret or password, and the
/// given texts. Review a recording before you publish it all the same.
public actor RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let cassette: Cassette
  private let mask: SecretMask
  private var count = 0

  /// Creates a transport that records into a folder, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - folder: the folder of the recording; it must not contain another one.
  ///   - secrets: texts of eight bytes or more that are replaced by `***`.
  /// - Throws: ``TransportError`` when the folder cannot be written or already contains a recording.
  public init(
    _ base: any HTTPTransport, folder: FilePath, secrets: [String] = []
  ) throws(TransportError) {
    self.base = base
    cassette = Cassette(path: folder)
    mask = SecretMask(secrets)
    try cassette.prepare()
  }

  /// Sends the request and records the response or the error.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let question = try RecordedExchange.Question(request, mask: mask)
    count += 1
    let name = Cassette.name(count, question)
    try cassette.write(
      HTTPText(firstLine: question.line, fields: mask.masked(request.head.headerFields), body: question.body),
      name: name)
    do {
      let response = try await base.send(request)
      let head = response.head
      let text = HTTPText(
        firstLine: "HTTP/1.1 \(head.status.code)", fields: mask.masked(head.headerFields),
        body: mask.masked(try await response.body.collected()))
      try cassette.write(.success(text), name: name)
      return response
    } catch {
      try cassette.write(.failure(TransportError(error.code, mask.masked(error.message))), name: name)
      throw error
    }
  }
}

/// Replays the responses that a ``RecordingTransport`` recorded in a folder.
///
/// A request gets the response of the first remaining exchange with the same method, address and body; header fields
/// may differ. A request that is not in the recording, or is sent too often, is an error.
public actor ReplayingTransport: HTTPTransport {
  private let folder: FilePath
  private let mask: SecretMask
  private var exchanges: [(name: String, exchange: RecordedExchange)]

  /// Creates a transport that replays the recording in the folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the recording.
  ///   - secrets: texts of eight bytes or more in requests that are `***` in the recording.
  /// - Throws: ``TransportError`` when the folder is not a recording.
  public init(folder: FilePath, secrets: [String] = []) throws(TransportError) {
    self.folder = folder
    mask = SecretMask(secrets)
    exchanges = try Cassette(path: folder).read()
  }

  /// The names of the remaining exchanges, in order.
  public var remaining: [String] { exchanges.map(\.name) }

  /// Returns the recorded response.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let question = try RecordedExchange.Question(request, mask: mask)
    guard let index = exchanges.firstIndex(where: { $0.exchange.question == question }) else {
      let next = exchanges.first.map { "next would be \($0.name)" } ?? "no exchange is left"
      throw TransportError(.unprepared, "the recording in \(folder) has no further \(question.line); \(next)")
    }
    let (name, exchange) = exchanges.remove(at: index)
    do {
      return try exchange.outcome.get().response()
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.unprepared, "\(name) in \(folder) is not a valid response: \(error)")
    }
  }
}
