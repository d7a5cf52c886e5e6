// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// Adds a token that can change to every request for one origin, and to no other. A request that is refused for its token
/// is sent once more with a new one.
struct TokenTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let tokens: any TokenSource
  private let origin: Origin
  private let field: @Sendable (Secret) -> HTTPField

  init(
    _ base: any HTTPTransport, tokens: any TokenSource, for origin: Origin,
    field: @escaping @Sendable (Secret) -> HTTPField
  ) {
    self.base = base
    self.tokens = tokens
    self.origin = origin
    self.field = field
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard Origin(request.head) == origin else { return try await base.send(request) }
    let token = try await token()
    let response = try await base.send(request, with: field(token))
    guard response.head.status == .unauthorized else { return response }
    // It was not acted on, whatever its method.
    await tokens.forget(token)
    return try await base.send(request, with: field(try await self.token()))
  }

  private func token() async throws(TransportError) -> Secret {
    do {
      return try await tokens.token()
    } catch {
      throw TransportError(
        .badRequest, [error.message, error.underlying].compactMap(\.self).joined(separator: ": "))
    }
  }
}

extension HTTPTransport {
  fileprivate func send(
    _ request: TransportRequest, with field: HTTPField
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    request.head.headerFields[field.name] = nil
    request.head.headerFields.append(field)
    return try await send(request)
  }
}
