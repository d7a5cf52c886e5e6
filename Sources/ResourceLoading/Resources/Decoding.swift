// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is read from JSON.
///
/// The JSON's own shape is ``MappedResource/Root``; it is mapped to the model, or is the model when the two are the
/// same type.
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

/// A resource that is read from a property list, in XML or binary.
///
/// The list's own shape is ``MappedResource/Root``; it is mapped to the model, or is the model when the two are the
/// same type.
public protocol PropertyListResource<Model>: MappedResource {}

extension PropertyListResource {
  /// Decodes the root, then maps it.
  public func model(from data: Data) throws -> Model {
    try model(mappedFrom: PropertyListDecoder().decode(Root.self, from: data))
  }
}

/// A resource that is taken as it is.
public protocol BytesResource: DataResource where Model == Data {}

extension BytesResource {
  /// The bytes.
  public func model(from data: Data) throws -> Data { data }
}

/// A resource that is read from bytes: the "how".
public protocol DataResource<Model>: Resource {
  /// Makes the model from the bytes that were loaded.
  func model(from data: Data) throws -> Model
}

/// A resource of which only the server's consent matters, such as something to be deleted.
public protocol StatusResource: DataResource where Model == Void {}

extension StatusResource {
  /// Nothing is read.
  public func model(from data: Data) throws {}
}

/// A resource that is text in UTF-8.
public protocol TextResource: DataResource where Model == String {}

extension TextResource {
  /// The text.
  ///
  /// - Throws: `CocoaError` when the bytes are not UTF-8. Nothing is repaired: a reader that replaces bytes reports
  ///   columns that are not there.
  public func model(from data: Data) throws -> String {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return text
  }
}
