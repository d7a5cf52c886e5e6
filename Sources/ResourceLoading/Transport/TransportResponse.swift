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

  /// A response with its body.
  public init(_ head: HTTPResponse, body: ResponseBody) {
    self.head = head
    self.body = body
  }

  /// A response that is all there.
  public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: Data = Data()) {
    self.init(HTTPResponse(status: status, headerFields: headerFields), body: ResponseBody(body))
  }
}
