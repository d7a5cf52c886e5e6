// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A model together with the head of the answer that it was read from.
public struct Received<Model: Sendable>: Sendable {
  /// What was asked for.
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
