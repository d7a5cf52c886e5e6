// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import HTTPTypes

/// What a server answered, whatever its status.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// What came along.
  public var body: ResponseBody
  /// Whether the server only said that nothing has changed since this answer was stored. See ``ConditionalTransport``.
  public var isUnchanged: Bool

  /// A response with its body.
  public init(_ head: HTTPResponse, body: ResponseBody, isUnchanged: Bool = false) {
    self.head = head
    self.body = body
    self.isUnchanged = isUnchanged
  }

  /// A response that is all there.
  public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: Data = Data()) {
    self.init(HTTPResponse(status: status, headerFields: headerFields), body: ResponseBody(body))
  }
}
