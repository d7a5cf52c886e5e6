// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The forge's admin API, with values instead of JSON.
extension StandInForge {
  /// Reads the response of an endpoint.
  func ask<Answer: Decodable>(_ name: String, as type: Answer.Type = Answer.self) async throws -> Answer {
    try Self.decoder.decode(type, from: try await admin(name))
  }

  /// Sends a value to an endpoint, and reads the response.
  func tell<Answer: Decodable>(
    _ name: String, _ body: some Encodable, as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    try Self.decoder.decode(type, from: try await admin(name, try Self.text(body)))
  }

  /// Sends a value to an endpoint.
  func tell(_ name: String, _ body: some Encodable) async throws {
    try await admin(name, try Self.text(body))
  }

  private static func text(_ body: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(body), as: UTF8.self)
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}
