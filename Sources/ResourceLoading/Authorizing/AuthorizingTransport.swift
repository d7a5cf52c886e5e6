// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// Adds a credential to every request for one origin, and to no other.
public struct AuthorizingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let field: HTTPField
  private let origin: Origin

  /// Creates a transport that adds `field`, which is marked as a secret, to requests to `origin`.
  public init(_ base: any HTTPTransport, field: HTTPField, for origin: Origin) {
    self.base = base
    self.field = .secret(field.name, field.value)
    self.origin = origin
  }

  /// Sends the request with the credential, unless it has another origin or its own credential.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    if Origin(request.head) == origin, !request.head.headerFields.contains(field.name) {
      request.head.headerFields.append(field)
    }
    return try await base.send(request)
  }
}

/// Adds a token that expires to every request for one origin, and to no other.
///
/// When the server rejects the token (401), a new one is requested and the request is sent once more: a server that
/// rejects the credential has done nothing.
public struct RefreshingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let tokens: TokenSource
  private let origin: Origin
  private let field: @Sendable (AccessToken) -> HTTPField

  /// Creates a transport that adds a token of the source to requests to `origin`.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - tokens: the source of the token.
  ///   - origin: the origin that receives the token.
  ///   - field: returns the field of the token, by default `Authorization: Bearer …`. The field is marked as a secret.
  public init(
    _ base: any HTTPTransport, tokens: TokenSource, for origin: Origin,
    field: @escaping @Sendable (AccessToken) -> HTTPField = {
      HTTPField(name: .authorization, value: "Bearer \($0.value)")
    }
  ) {
    self.base = base
    self.tokens = tokens
    self.origin = origin
    self.field = field
  }

  /// Sends the request with a token, unless it has another origin or its own credential.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard Origin(request.head) == origin else { return try await base.send(request) }
    let token = try await tokens.token()
    guard let authorised = authorising(request, with: token) else { return try await base.send(request) }
    let response = try await base.send(authorised)
    guard response.head.status == .unauthorized else { return response }
    await tokens.discard(token)
    guard let again = authorising(request, with: try await tokens.token()) else { return response }
    return try await base.send(again)
  }

  /// Returns `nil` when the request already has a credential.
  private func authorising(_ request: TransportRequest, with token: AccessToken) -> TransportRequest? {
    let field = field(token)
    guard !request.head.headerFields.contains(field.name) else { return nil }
    var request = request
    request.head.headerFields.append(.secret(field.name, field.value))
    return request
  }
}
