// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking
public import SystemPackage

/// Writes all that is asked and answered to a folder, for a ``ReplayingTransport`` to play it again.
///
/// Each request and each answer is a text file for people, numbered in the order in which they began. Secrets are masked:
/// fields that carry credentials, values of a query and members of JSON that are called token, secret or password, and the
/// texts that one names. Look through a recording before you publish it all the same.
public actor RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let folder: Cassette
  private let mask: SecretMask
  private var count = 0

  /// A transport that records into a folder, which is made when it is not there.
  ///
  /// - Parameters:
  ///   - base: what sends the requests.
  ///   - folder: where the conversation is written; it must not hold another.
  ///   - secrets: texts of eight bytes or more that become `***` wherever they stand.
  /// - Throws: ``TransportError`` when the folder cannot be written or holds a conversation already.
  public init(
    _ base: any HTTPTransport, folder: FilePath, secrets: [String] = []
  ) throws(TransportError) {
    self.base = base
    self.folder = Cassette(path: folder)
    mask = SecretMask(secrets)
    try self.folder.prepare()
  }

  /// Sends the request and records what came of it, an error too.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let question = try RecordedExchange.Question(request, mask: mask)
    count += 1
    let name = Cassette.name(count, question)
    try folder.write(
      HTTPText(question.line, fields: mask.masked(request.head.headerFields), body: question.body), name: name)
    do {
      let response = try await base.send(request)
      let head = response.head
      let text = HTTPText(
        "HTTP/1.1 \(head.status.code)", fields: mask.masked(head.headerFields),
        body: mask.masked(try await response.body.collected()))
      try folder.write(.success(text), name: name)
      return response
    } catch {
      try folder.write(.failure(TransportError(error.code, mask.masked(error.message))), name: name)
      throw error
    }
  }
}

/// Answers from a conversation that a ``RecordingTransport`` wrote to a folder.
///
/// A request is answered by the first exchange that was not played yet and has the same method, address and body; header
/// fields may differ. A request that is not in the conversation, or is asked too often, is an error.
public actor ReplayingTransport: HTTPTransport {
  private let folder: FilePath
  private let mask: SecretMask
  private var exchanges: [(name: String, exchange: RecordedExchange)]

  /// A transport that plays what is in the folder.
  ///
  /// - Parameters:
  ///   - folder: where the conversation was written.
  ///   - secrets: texts of eight bytes or more of today's requests that stand as `***` in the recording.
  /// - Throws: ``TransportError`` when the folder is no conversation.
  public init(folder: FilePath, secrets: [String] = []) throws(TransportError) {
    self.folder = folder
    mask = SecretMask(secrets)
    exchanges = try Cassette(path: folder).read()
  }

  /// The names of the exchanges that were not played yet, in order.
  public var remaining: [String] { exchanges.map(\.name) }

  /// Answers as the server once did.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let question = try RecordedExchange.Question(request, mask: mask)
    guard let index = exchanges.firstIndex(where: { $0.exchange.question == question }) else {
      let next = exchanges.first.map { "next would be \($0.name)" } ?? "nothing is left of it"
      throw TransportError(.unprepared, "the conversation in \(folder) has no further \(question.line); \(next)")
    }
    let (name, exchange) = exchanges.remove(at: index)
    do {
      return try exchange.outcome.get().response()
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.unprepared, "\(name) in \(folder) is no answer: \(error)")
    }
  }
}
