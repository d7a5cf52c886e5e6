// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// A resource that a server has: the "where" of the network.
public protocol HTTPResource<Model>: Resource {
  /// The request that asks for the resource. It names its scheme, authority and path.
  var request: HTTPRequest { get throws }

  /// What is sent along; nothing, unless a resource says otherwise.
  var body: RequestBody { get throws }
}

extension HTTPResource {
  /// Nothing is sent along.
  public var body: RequestBody { .none }
}
