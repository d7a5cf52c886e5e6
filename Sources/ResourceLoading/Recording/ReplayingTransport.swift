// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking
public import SystemPackage

/// Answers from a conversation that a ``RecordingTransport`` wrote to a folder.
///
/// A request is answered by the first exchange that was not played yet and has the same method, address and body; header
/// fields may differ. A request that is not in the conversation, or is asked too often, is an error.
public actor ReplayingTransport: HTTPTransport {
  private let folder: FilePath
  private let mask: SecretMask
  private var exchanges: [(name: String, exchange: Exchange)]

  /// A transport that plays what is in the folder.
  ///
  /// - Parameters:
  ///   - folder: where the conversation was written.
  ///   - secrets: texts of eight bytes or more of today's requests that stand as `***` in the recording.
  /// - Throws: ``TransportError`` when the folder is no conversation.
  public init(folder: FilePath, secrets: [String] = []) throws(TransportError) {
    self.folder = folder
    mask = SecretMask(secrets)
    exchanges = try ConversationFolder(path: folder).read()
  }

  /// The names of the exchanges that were not played yet, in order.
  public var remaining: [String] { exchanges.map(\.name) }

  /// Answers as the server once did.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let question = try Exchange.Question(request, mask: mask)
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
