// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading

/// Decides what to do with an answer that points elsewhere.
///
/// libcurl could follow redirects itself, but it forwards secret header fields other than `Authorization` to other
/// hosts.
struct RedirectPolicy: Sendable {
  let maximum: Int

  /// The request to send instead, or `nil` when the answer is to be handed on.
  ///
  /// - Parameter hops: how many redirects were followed before.
  /// - Throws: ``TransportError`` when the redirect leads where we do not go.
  func next(
    after request: TransportRequest, answer: HTTPResponse, hops: Int
  ) throws(TransportError) -> TransportRequest? {
    guard [301, 302, 303, 307, 308].contains(answer.status.code), let location = answer.headerFields[.location] else {
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
    if answer.status.code == 303 {
      if !isRead { next = TransportRequest(request.head.readingInstead, destination: request.destination) }
    } else if !isRead {
      // Turning a write into a read, as browsers do, would look like success; sending it elsewhere would hand its body
      // to a stranger.
      guard staysHome, [307, 308].contains(answer.status.code) else {
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
  /// A GET in place of a request with a body.
  fileprivate var readingInstead: HTTPRequest {
    var request = self
    request.method = .get
    request.headerFields[.contentType] = nil
    return request
  }
}

/// Keeps a request that a server sent elsewhere out of networks that are not public.
///
/// libcurl calls this for each address at the moment in which it connects to it, so that the checked address is the
/// connected one: a name that changes its address gains nothing. Addresses of the origin that the caller named are not
/// restricted.
struct ConnectionGuard: Hashable, Sendable {
  let policy: AddressPolicy
  /// Where the request goes.
  let origin: Origin

  /// Why an address is not connected to; `nil` when it is.
  func refusal(of address: NetworkAddress) -> TransportError? {
    policy.allows(address) ? nil : Self.refusal(of: "\(address)", origin)
  }

  /// Why a request is not handed to a proxy, which looks names up itself; `nil` when it is. Only what is written as an
  /// address can be checked, in whatever spelling.
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
