// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A resource that is decoded to a shape of its own, the ``Root``, and then mapped to the model.
///
/// Where root and model are the same type, there is nothing to map and nothing to write.
public protocol MappedResource<Model>: DataResource {
  /// The shape of what is read.
  associatedtype Root: Decodable = Model

  /// Makes the model from what was read.
  func model(mappedFrom root: Root) throws -> Model
}

extension MappedResource where Root == Model {
  /// The root is the model.
  public func model(mappedFrom root: Root) throws -> Model { root }
}
