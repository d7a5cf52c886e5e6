// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
package import SecretMasking
public import SystemPackage

/// Records requests and responses in a folder, for a ``ReplayingTransport`` to replay them.
///
/// Each request and each response is a readable text file, numbered in the order in which they started, and only its
/// owner can read it. ``StubTransport/init(folder:)`` responds from such a folder too. Secrets are masked: fields with credentials, query parameters and JSON members that are named token, secret or password, and the
/// given texts. Review a recording before you publish it all the same.
public actor RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let cassette: Cassette
  private let mask: @Sendable () -> SecretMask
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
    let mask = SecretMask(secrets)
    let cassette = Cassette(path: folder)
    try cassette.prepare()
    self.init(base, recordingIn: cassette) { mask }
  }

  /// Creates a transport that records into a folder that was prepared.
  ///
  /// - Parameter mask: returns the secrets that are known at the time of an exchange.
  package init(
    _ base: any HTTPTransport, recordingIn cassette: Cassette, mask: @escaping @Sendable () -> SecretMask
  ) {
    self.base = base
    self.cassette = cassette
    self.mask = mask
  }

  /// Sends the request and records the response or the error.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let mask = mask()
    let question = try RecordedExchange.Question(request, mask: mask)
    count += 1
    let name = Cassette.name(count, question)
    try cassette.write(request, question, mask: mask, name: name)
    let outcome = await base.outcome(of: request)
    // A response can contain a secret that was not known before.
    try cassette.write(outcome, mask: self.mask(), name: name)
    return try outcome.get()
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
