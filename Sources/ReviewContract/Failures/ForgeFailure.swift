// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A request to a forge failed.
package typealias ForgeError = CodedError<ForgeFailure>

/// The codes of ``ForgeError``.
package enum ForgeFailure: String, FailureCode {
  /// There is no such repository or pull request, or the token has no access to it.
  case notFound
  /// The token is wrong, expired or revoked.
  case badToken
  /// The token does not have the permission.
  case forbidden
  /// The file of the credential, or the operator's file, cannot be read.
  case misconfigured
  /// The forge could not be reached.
  case unreachable
  /// The forge, or a proxy in front of it, failed to answer.
  case unavailable
  /// The forge requests a delay.
  case rateLimited
  /// The answer is not the forge's, or is cut off: a page of a proxy, an empty or truncated body, other JSON.
  case unreadable
  /// The answer is the forge's, and its content is refused, such as a clone URL on another host.
  case unacceptable
  /// The forge refused the request.
  case rejected
  /// Anything else.
  case failed

  package static let port = "forge"

  package var failureClass: FailureClass {
    switch self {
    case .notFound: .permanent(.operator, action: "give the credential access to the repository, if it exists")
    case .badToken: .outage(until: "replace the token or the app's key", breaker: .forge, author: .message)
    case .forbidden:
      .outage(until: "grant the credential the permission", breaker: .repository, author: .message)
    case .misconfigured:
      .outage(
        until: "correct the server's file, and owner and mode of the credential's file (`chmod 600`)", breaker: .forge,
        author: .message)
    case .unreachable: .outage(ofForge: "check the network and the proxy, if it lasts")
    case .unavailable: .outage(ofForge: "check the forge's status page, if it lasts")
    case .rateLimited: .outage(ofForge: nil)
    case .unreadable: .outage(ofForge: "check the proxy and the API's address, if it lasts")
    case .unacceptable: .permanent(.operator, action: "check the addresses and the version of the forge")
    case .rejected: .permanent(.reviewbot, action: "report the message")
    case .failed: .permanent(.reviewbot, action: "check the forge's configuration")
    }
  }
}

extension ForgeError {
  /// Whether a retry may succeed without a change of configuration.
  package var isTransient: Bool { failureClass.isTransient && failureClass.fault == .forge }
}
