// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes
public import SystemPackage

/// Something that can be had: a model, together with where it is and how to read it.
///
/// "Where" and "how" are protocols of their own. A concrete resource adopts one of each, so that one way of reading
/// serves a file as well as an answer from a server:
///
/// ```swift
/// struct Release: Decodable, Sendable { let name: String }
///
/// struct LatestRelease: HTTPResource, JSONResource {
///   typealias Model = Release
///   let server: HTTPAddress
///   var request: HTTPRequest { HTTPRequest(at: server.appending("releases", "latest")) }
/// }
///
/// let release = try await service.load(LatestRelease(server: server))
/// ```
public protocol Resource<Model>: Sendable {
  /// What one gets.
  associatedtype Model: Sendable
}

/// A resource that a server has: the "where" of the network.
public protocol HTTPResource<Model>: Resource {
  /// The request for the resource. It names its scheme, authority and path.
  var request: HTTPRequest { get throws }

  /// What is sent along; nothing, unless a resource says otherwise.
  var body: RequestBody { get throws }
}

extension HTTPResource {
  /// Nothing is sent along.
  public var body: RequestBody { .none }
}

/// A resource that is a file: the "where" of the disk.
public protocol FileResource<Model>: Resource {
  /// The file.
  var path: FilePath { get }
}

/// A list that a server hands out in pages.
///
/// Each page names the next in a `Link` header with `rel="next"`, or, where there is no `Link` header, gives its number
/// in `X-Next-Page`, as GitLab does. ``ResourceService/pages(of:limit:)`` walks the pages.
public protocol PagedResource: HTTPResource, DataResource where Model: Sequence {}

/// A resource that is decoded to its own shape, the ``Root``, and then mapped to the model.
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
