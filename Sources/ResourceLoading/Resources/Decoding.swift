// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is decoded from JSON.
///
/// The structure of the JSON is ``MappedResource/Root``; it is mapped to the model, or is the model when the two are
/// the same type.
public protocol JSONResource<Model>: MappedResource {
  /// The decoder of the JSON, by default a plain `JSONDecoder`.
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

/// A resource without decoding.
public protocol BytesResource: DataResource where Model == Data {}

extension BytesResource {
  /// Returns the bytes.
  public func model(from data: Data) throws -> Data { data }
}

/// A resource that is decoded from bytes: the "how".
public protocol DataResource<Model>: Resource {
  /// Decodes the model from the loaded bytes.
  func model(from data: Data) throws -> Model
}

/// A resource of which only the status matters, such as a deletion.
public protocol StatusResource: DataResource where Model == Void {}

extension StatusResource {
  /// Ignores the bytes, unless they are a page of HTML.
  ///
  /// - Throws: `DecodingError` for a page: it is the response of a proxy, and the server did not receive the request.
  public func model(from data: Data) throws {
    guard data.first(where: { !$0.isWhitespace }) != UInt8(ascii: "<") else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the response is a page of HTML"))
    }
  }
}

/// A resource that is text in UTF-8.
public protocol TextResource: DataResource where Model == String {}

extension TextResource {
  /// Returns the text.
  ///
  /// - Throws: `CocoaError` when the bytes are not UTF-8. Invalid bytes are not replaced, because that would shift
  ///   reported columns.
  public func model(from data: Data) throws -> String {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return text
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or the end of a line in ASCII.
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
