// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is read from JSON.
///
/// The JSON's own shape is ``MappedResource/Root``; it is mapped to the model, or is the model when the two are the same
/// type.
public protocol JSONResource<Model>: MappedResource {
  /// Reads the JSON; a plain `JSONDecoder` unless a resource says otherwise.
  var decoder: JSONDecoder { get }
}

extension JSONResource {
  /// A decoder without any strategy.
  public var decoder: JSONDecoder { JSONDecoder() }

  /// Decodes the root, then maps it.
  public func model(from data: Data) throws -> Model {
    try model(mappedFrom: decoder.decode(Root.self, from: data))
  }
}
