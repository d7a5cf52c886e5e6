// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading

/// Decides how to handle a redirect.
///
/// libcurl could follow redirects itself, but it forwards secret header fields other than `Authorization` to other
/// hosts.
struct RedirectPolicy: Sendable {
  let maximum: Int

  /// Returns the redirected request; `nil` when the response is not a redirect.
  ///
  /// - Parameter hops: the number of redirects that were followed before.
  /// - Throws: ``TransportError`` when the redirect is not allowed.
  func next(
    after request: TransportRequest, response: HTTPResponse, hops: Int
  ) throws(TransportError) -> TransportRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status.code), let location = response.headerFields[.location]
    else {
      return nil
    }
    guard hops < maximum else { throw refusal("there were more than \(maximum) redirects") }
    guard let here = HTTPAddress(request.head), let there = here.resolving(location) else {
      throw refusal("the server redirects to an invalid web address: \(location.prefix(200))")
    }
    guard !(here.origin.scheme == "https" && there.origin.scheme == "http") else {
      throw refusal("the server redirects from https to http: \(there)")
    }
    let staysHome = here.origin == there.origin
    let isRead = request.head.method == .get || request.head.method == .head
    var next = request
    if response.status.code == 303 {
      if !isRead { next = TransportRequest(request.head.readingInstead) }
    } else if !isRead {
      // Turning a write into a read, as browsers do, would look like success; sending it to another origin would
      // disclose its body.
      guard staysHome, [307, 308].contains(response.status.code) else {
        throw refusal("the server redirects a \(request.head.method.rawValue) to \(there)")
      }
    }
    next.head.scheme = there.origin.scheme
    next.head.authority = there.origin.authority
    next.head.path = there.path
    if !staysHome {
      next.head.headerFields = HTTPFields(next.head.headerFields.filter { !$0.isSecret })
    }
    return next
  }

  private func refusal(_ message: String) -> TransportError {
    TransportError(.redirectRefused, message)
  }
}

extension HTTPRequest {
  /// A GET instead of a request with a body.
  fileprivate var readingInstead: HTTPRequest {
    var request = self
    request.method = .get
    request.headerFields[.contentType] = nil
    return request
  }
}

/// Keeps a redirected request out of networks that are not public.
///
/// libcurl calls this for each address at the moment in which it connects to it, so the checked address is the
/// connected one, even if a name changes its address. Addresses of the origin that the caller named are not restricted.
struct ConnectionGuard: Hashable, Sendable {
  let policy: AddressPolicy
  /// The target of the request.
  let origin: Origin

  /// Returns the reason to refuse an address; `nil` if it is allowed.
  func refusal(of address: NetworkAddress) -> TransportError? {
    policy.allows(address) ? nil : Self.refusal(of: "\(address)", origin)
  }

  /// The reason not to send a request through a proxy, which resolves names itself; `nil` if it is allowed. Only a host
  /// that is an address, in any spelling, or a loopback name can be checked.
  var refusalByProxy: TransportError? {
    if let address = NetworkAddress(spelled: origin.host) { return refusal(of: address) }
    return origin.isLoopback ? Self.refusal(of: "this machine", origin) : nil
  }

  private static func refusal(of address: String, _ origin: Origin) -> TransportError {
    TransportError(
      .redirectRefused,
      "the server redirects to \(origin), which is at \(address) and not on the public internet; "
        + "if that is the forge, name \(origin) as its address")
  }
}
