// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import ResourceLoading

/// Keeps a request that a server sent elsewhere out of networks that are not public.
///
/// libcurl asks for each address at the moment in which it connects to it, so that what was checked is what is connected to: a
/// name that changes its address meanwhile gains nothing. The origin that the caller named may be anywhere; this is for others.
struct ConnectionGuard: Hashable, Sendable {
  let policy: AddressPolicy
  /// Where the request goes.
  let origin: Origin

  /// Why an address is not connected to; `nil` when it is.
  func refusal(of address: NetworkAddress) -> TransportError? {
    policy.allows(address) ? nil : Self.refusal(of: "\(address)", origin)
  }

  /// Why a request is not handed to a proxy, which looks names up itself; `nil` when it is. Only what is written as an address
  /// can be checked, in whatever spelling.
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
