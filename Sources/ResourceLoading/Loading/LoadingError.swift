// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import HTTPTypes

/// A resource could not be loaded; the case is the stage that failed.
public enum LoadingError: Error, Sendable, CustomStringConvertible {
  /// The resource could not say what to ask for.
  case request(any Error)
  /// There was no answer.
  case transport(TransportError)
  /// The answer was no.
  case rejected(Rejection)
  /// The answer was yes, but could not be read.
  case unreadable(Unreadable)

  /// An answer whose status is not a success.
  public struct Rejection: Hashable, Sendable {
    /// Status and header fields.
    public let head: HTTPResponse
    /// The server's own words.
    public let body: Data

    /// A rejection as it was received.
    public init(head: HTTPResponse, body: Data) {
      self.head = head
      self.body = body
    }
  }

  /// Bytes that are not what was expected.
  public struct Unreadable: Sendable {
    /// Where in the data the trouble is, such as `[3].user.login`; empty for all of it.
    public let codingPath: String
    /// What is wrong there.
    public let reason: String
    /// Status and header fields; `nil` for a file.
    public let head: HTTPResponse?
    /// What was received.
    public let body: Data

    /// Describes what `error` says about `body`.
    public init(_ error: any Error, head: HTTPResponse?, body: Data) {
      (codingPath, reason) = Self.describe(error)
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

  /// The stage and what went wrong there, for people; the server's words are cut after 200 characters.
  public var description: String {
    switch self {
    case .request(let error): "cannot create the request: \(error)"
    case .transport(let error): error.description
    case .rejected(let rejection):
      "the server answered \(rejection.head.status.code)"
        + (rejection.body.isEmpty ? "" : ": \(String(decoding: rejection.body, as: UTF8.self).prefix(200))")
    case .unreadable(let answer):
      "cannot decode the response" + (answer.codingPath.isEmpty ? "" : " at \(answer.codingPath)")
        + ": \(answer.reason)"
    }
  }
}

/// A model together with the head of the answer that it was read from.
public struct Received<Model: Sendable>: Sendable {
  /// The requested resource.
  public let model: Model
  /// Status and header fields.
  public let head: HTTPResponse
  /// Whether the server only said that nothing has changed since the answer was stored. See ``ConditionalTransport``.
  public let isUnchanged: Bool

  /// A model with the head of its answer.
  public init(_ model: Model, head: HTTPResponse, isUnchanged: Bool = false) {
    self.model = model
    self.head = head
    self.isUnchanged = isUnchanged
  }
}
