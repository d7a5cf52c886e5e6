// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewCore

/// What the callbacks of one connection need and find out.
struct TransferContext {
  /// The name that forges take beside a token.
  static let user = "x-access-token"

  let address: CloneAddress
  let token: String?
  let byteLimit: Int
  let interruption: Interruption
  var throttle: ProgressThrottle
  /// Why a callback ended the transfer. libgit2 only knows that one did.
  var reason: WorkspaceError?
  private var credentialRequests = 0

  init(
    address: CloneAddress, token: String?, byteLimit: Int, interruption: Interruption,
    progress: @escaping ProgressHandler
  ) {
    self.address = address
    self.token = token
    self.byteLimit = byteLimit
    self.interruption = interruption
    throttle = ProgressThrottle(progress)
  }

  /// Ends the transfer.
  mutating func stop(_ error: WorkspaceError) -> Int32 {
    reason = error
    return GIT_EUSER.rawValue
  }

  mutating func credential(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, for url: String, allowed: UInt32
  ) -> Int32 {
    credentialRequests += 1
    // libgit2 follows a redirect to another port of the same host, even when told to follow none.
    guard address.sharesOrigin(with: url) else {
      return stop(denied("the server asks for a token at another address", "use the repository's final URL"))
    }
    guard let token else {
      return stop(denied("the repository wants a token", "give one that may read it"))
    }
    // libgit2 asks again for as long as the server refuses.
    guard credentialRequests == 1 else {
      return stop(denied("the server refuses the token", "check that it is valid and may read the repository"))
    }
    guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
      return stop(denied("the server takes no token", "use an https URL"))
    }
    return git_credential_userpass_plaintext_new(out, Self.user, token)
  }

  mutating func received(_ statistics: git_indexer_progress) -> Int32 {
    if let reason = interruption.reason { return stop(reason) }
    guard statistics.received_bytes <= byteLimit else {
      return stop(
        WorkspaceError(
          .tooLarge, "the repository sends more than \(byteLimit) bytes", remedy: "check that it is the right one"))
    }
    let (received, total) = (statistics.received_objects, statistics.total_objects)
    throttle.detail(isLast: received == total && statistics.indexed_objects == total) {
      "received \(received) of \(total) objects"
    }
    return 0
  }

  private func denied(_ message: String, _ remedy: String) -> WorkspaceError {
    WorkspaceError(.accessDenied, message, remedy: remedy)
  }
}

extension TransferContext {
  typealias Context = CallbackContext<TransferContext>

  static func callbacks(payload: UnsafeMutableRawPointer) throws(WorkspaceError) -> git_remote_callbacks {
    var callbacks = git_remote_callbacks()
    try check(
      git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION)), "set up the connection")
    callbacks.payload = payload
    callbacks.credentials = { out, url, _, allowed, payload in
      Context.from(payload).value.credential(out, for: url.map { String(cString: $0) } ?? "", allowed: allowed)
    }
    callbacks.certificate_check = { _, isValid, host, payload in
      guard isValid == 0 else { return 0 }
      let host = host.map { String(cString: $0) } ?? "the server"
      return Context.from(payload).value.stop(
        WorkspaceError(
          .unreachable, "the certificate of \(host) is not valid",
          remedy: "name the authority that signed it, if the server is yours"))
    }
    callbacks.transfer_progress = { statistics, payload in
      guard let statistics else { return 0 }
      return Context.from(payload).value.received(statistics.pointee)
    }
    callbacks.sideband_progress = { _, _, payload in
      guard let reason = Context.from(payload).value.interruption.reason else { return 0 }
      return Context.from(payload).value.stop(reason)
    }
    return callbacks
  }
}
