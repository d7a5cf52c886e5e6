// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes
public import SystemPackage

/// Something to load: a model, together with its location and its decoding.
///
/// "Where" and "how" are separate protocols. A concrete resource adopts one of each, so that one decoding serves a file
/// as well as a response from a server:
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
  /// The type of the loaded value.
  associatedtype Model: Sendable
}

/// A resource on a server: the "where" of the network.
public protocol HTTPResource<Model>: Resource {
  /// The request for the resource. It must have a scheme, an authority and a path.
  var request: HTTPRequest { get throws }

  /// The body of the request, by default empty.
  var body: RequestBody { get throws }
}

extension HTTPResource {
  /// An empty body.
  public var body: RequestBody { .none }
}

/// A resource in a file: the "where" of the disk.
public protocol FileResource<Model>: Resource {
  /// The path of the file.
  var path: FilePath { get }
}

/// A list that a server returns in pages.
///
/// Each page links the next in a `Link` header with `rel="next"`, or, without a `Link` header, has its number in
/// `X-Next-Page`, as GitLab does. ``ResourceService/pages(of:limit:)`` loads the pages.
public protocol PagedResource: HTTPResource, DataResource where Model: Sequence {}

/// A resource that is decoded to a separate type, the ``Root``, and then mapped to the model.
///
/// If root and model are the same type, no mapping is required.
public protocol MappedResource<Model>: DataResource {
  /// The decoded type.
  associatedtype Root: Decodable = Model

  /// Maps the decoded value to the model.
  func model(mappedFrom root: Root) throws -> Model
}

extension MappedResource where Root == Model {
  /// Returns the root.
  public func model(mappedFrom root: Root) throws -> Model { root }
}
