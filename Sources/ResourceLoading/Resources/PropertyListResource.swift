// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is read from a property list, in XML or binary.
///
/// The list's own shape is ``MappedResource/Root``; it is mapped to the model, or is the model when the two are the same
/// type.
public protocol PropertyListResource<Model>: MappedResource {}

extension PropertyListResource {
  /// Decodes the root, then maps it.
  public func model(from data: Data) throws -> Model {
    try model(mappedFrom: PropertyListDecoder().decode(Root.self, from: data))
  }
}
