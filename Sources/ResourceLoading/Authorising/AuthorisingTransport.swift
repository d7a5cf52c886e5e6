// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// Adds a credential to every request for one origin, and to no other.
public struct AuthorisingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let field: HTTPField
  private let origin: Origin

  /// A transport that adds `field`, which is marked as a secret, to what goes to `origin`.
  public init(_ base: any HTTPTransport, field: HTTPField, for origin: Origin) {
    self.base = base
    self.field = .secret(field.name, field.value)
    self.origin = origin
  }

  /// Sends the request with the credential, unless it goes elsewhere or has one of its own.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    if Origin(request.head) == origin, !request.head.headerFields.contains(field.name) {
      request.head.headerFields.append(field)
    }
    return try await base.send(request)
  }
}
