// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import HTTPTypes

/// A resource could not be loaded; the case is the stage that failed.
public enum LoadingError: Error, Sendable, CustomStringConvertible {
  /// The resource could not create its request.
  case request(any Error)
  /// There was no response.
  case transport(TransportError)
  /// The status of the response is not a success.
  case rejected(Rejection)
  /// The response is a success, but could not be decoded.
  case unreadable(Unreadable)

  /// A response whose status is not a success.
  public struct Rejection: Hashable, Sendable {
    /// Status and header fields.
    public let head: HTTPResponse
    /// The body of the response.
    public let body: Data

    /// Creates a rejection from a response.
    public init(head: HTTPResponse, body: Data) {
      self.head = head
      self.body = body
    }
  }

  /// Data that could not be decoded.
  public struct Unreadable: Sendable {
    /// The place of the error in the data, such as `[3].user.login`; empty for all of the data.
    public let codingPath: String
    /// The reason of the error.
    public let reason: String
    /// Status and header fields; `nil` for a file.
    public let head: HTTPResponse?
    /// The received data.
    public let body: Data
    /// Whether the data as a whole are not the resource: they have another format, are truncated or empty, or have
    /// another structure at the top level. `false` if a value within them is invalid.
    public let isForeign: Bool

    /// Creates an error for `body` from the `error` of the decoder.
    public init(_ error: any Error, head: HTTPResponse?, body: Data) {
      (codingPath, reason) = Self.describe(error)
      isForeign = error is DecodingError && codingPath.isEmpty
      self.head = head
      self.body = body
    }

    private static func describe(_ error: any Error) -> (path: String, reason: String) {
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        (text(context.codingPath), "the key \(key.stringValue) is missing")
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        (text(context.codingPath), context.debugDescription)
      default: ("", "\(error)")
      }
    }

    private static func text(_ path: [any CodingKey]) -> String {
      path.reduce(into: "") { text, key in
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += (text.isEmpty ? "" : ".") + key.stringValue
        }
      }
    }
  }

  /// The stage and its error, for people; the body of the response is cut after 200 characters.
  public var description: String {
    switch self {
    case .request(let error): "cannot create the request: \(error)"
    case .transport(let error): error.description
    case .rejected(let rejection):
      "the server answered \(rejection.head.status.code)"
        + (rejection.body.isEmpty ? "" : ": \(String(decoding: rejection.body, as: UTF8.self).prefix(200))")
    case .unreadable(let response):
      "cannot decode the \(response.head == nil ? "file" : "response")"
        + (response.codingPath.isEmpty ? "" : " at \(response.codingPath)")
        + ": \(response.reason)"
    }
  }
}

/// A model together with the head of its response.
public struct Received<Model: Sendable>: Sendable {
  /// The requested resource.
  public let model: Model
  /// Status and header fields.
  public let head: HTTPResponse
  /// Whether the server confirmed a stored response as unchanged. See ``ConditionalTransport``.
  public let isUnchanged: Bool
  /// The number of elements of the response that were skipped. See ``LossyList``.
  public let skipped: Int

  /// Creates a model with the head of its response.
  public init(_ model: Model, head: HTTPResponse, isUnchanged: Bool = false, skipped: Int = 0) {
    self.model = model
    self.head = head
    self.isUnchanged = isUnchanged
    self.skipped = skipped
  }
}
