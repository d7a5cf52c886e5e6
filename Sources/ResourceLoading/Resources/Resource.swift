// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
