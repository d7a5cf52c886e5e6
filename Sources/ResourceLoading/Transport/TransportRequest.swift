// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A request as a transport takes it: head and body.
public struct TransportRequest: Hashable, Sendable {
  /// Method, address and header fields.
  public var head: HTTPRequest
  /// What is sent along.
  public var body: RequestBody

  /// A request with its body.
  public init(_ head: HTTPRequest, body: RequestBody = .none) {
    self.head = head
    self.body = body
  }
}
