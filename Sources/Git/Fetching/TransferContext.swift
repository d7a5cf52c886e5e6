// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

/// The input and the state of the callbacks of one connection.
struct TransferContext {
  let address: CloneAddress
  let credential: GitCredential?
  let ssh: SSHAccess?
  let byteLimit: Int
  let interruption: Interruption
  var throttle: ProgressThrottle
  /// The reason why a callback ended the transfer. libgit2 only reports that a callback did.
  var reason: WorkspaceError?
  private var credentialRequests = 0

  init(
    address: CloneAddress, credential: GitCredential?, ssh: SSHAccess? = nil, byteLimit: Int,
    interruption: Interruption,
    progress: @escaping ProgressHandler
  ) {
    self.address = address
    self.credential = credential
    self.ssh = ssh
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
    // libgit2 follows a redirect to another port of the same host, even with redirects disabled.
    guard address.sharesOrigin(with: url) else {
      return stop(
        denied("the server redirects to another address that requires a token", "use the repository's final URL"))
    }
    if let user = address.sshUser { return sshCredential(out, user: user, allowed: allowed) }
    guard let credential else {
      return stop(denied("the repository requires a token", "give one with read access"))
    }
    // libgit2 requests a credential again for as long as the server rejects it.
    guard credentialRequests == 1 else {
      return stop(
        denied("the server rejects \(credential.name)", "check that it is valid and has read access"))
    }
    guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
      return stop(denied("the server does not accept tokens", "use an https URL"))
    }
    return git_credential_userpass_plaintext_new(out, credential.user, credential.secret.reveal())
  }

  private mutating func sshCredential(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, user: String, allowed: UInt32
  ) -> Int32 {
    let remedy = "check that the key belongs to an account with read access"
    guard credentialRequests == 1 else {
      return stop(denied("the server rejects the key of \(user)", remedy))
    }
    guard let ssh, allowed & GIT_CREDENTIAL_SSH_KEY.rawValue != 0 else {
      return stop(denied("the server does not accept a key of \(user)", "use an https URL"))
    }
    let code = ssh.credential(out, user: user)
    guard code < 0 else { return code }
    return stop(denied("the key cannot be used", "name the file of a private key without a passphrase"))
  }

  /// Ends the transfer because libgit2 does not trust the server's certificate or host key.
  mutating func certificateIsRefused(_ certificate: UnsafeMutablePointer<git_cert>?, host: String) -> Int32 {
    guard certificate?.pointee.cert_type == GIT_CERT_HOSTKEY_LIBSSH2 else {
      return stop(
        WorkspaceError(
          .unreachable, "the certificate of \(host) is not valid",
          remedy: "set SSL_CERT_FILE to its certificate authority, if you trust the server"))
    }
    return stop(
      WorkspaceError(
        .unreachable, "the host key of \(host) is not the one in ~/.ssh/known_hosts, or there is none",
        remedy: "verify the server's key, and add it to that file in the format of ssh-keyscan"))
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
    callbacks.certificate_check = { certificate, isValid, host, payload in
      guard isValid == 0 else { return 0 }
      return Context.from(payload).value.certificateIsRefused(
        certificate, host: host.map { String(cString: $0) } ?? "the server")
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

/// Limits progress details to a few per second.
struct ProgressThrottle {
  private static let interval = Duration.milliseconds(250)
  private let clock = ContinuousClock()
  private let progress: ProgressHandler
  private var next: ContinuousClock.Instant

  init(_ progress: @escaping ProgressHandler) {
    self.progress = progress
    next = clock.now
  }

  /// - Parameter isLast: whether to report the detail in any case.
  mutating func detail(isLast: Bool = false, _ text: () -> String) {
    let now = clock.now
    guard isLast || now >= next else { return }
    next = now + Self.interval
    progress(.detail(text()))
  }
}
