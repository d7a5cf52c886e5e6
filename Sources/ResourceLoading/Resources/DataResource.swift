// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is read from bytes: the "how".
public protocol DataResource<Model>: Resource {
  /// Makes the model from the bytes that were loaded.
  func model(from data: Data) throws -> Model
}
