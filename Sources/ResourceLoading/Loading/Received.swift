// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A model together with the head of the answer that it was read from.
public struct Received<Model: Sendable>: Sendable {
  /// What was asked for.
  public let model: Model
  /// Status and header fields.
  public let head: HTTPResponse

  /// A model with the head of its answer.
  public init(_ model: Model, head: HTTPResponse) {
    self.model = model
    self.head = head
  }
}
