// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Foundation
import ReviewContract

/// The error that libgit2 reports for a failed call.
struct GitFailure {
  let code: git_error_code
  let category: git_error_t
  let message: String?

  /// - Parameter category: the error's class, in the numbering of libgit2.
  init(code: Int32, category: Int32, message: String?) {
    self.code = git_error_code(rawValue: code)
    self.category = git_error_t(rawValue: UInt32(category))
    self.message = message
  }

  /// - Parameter task: the verb phrase after "cannot".
  func workspaceError(_ task: String) -> WorkspaceError {
    let (code, remedy) = meaning
    return WorkspaceError(code, "cannot \(task)", remedy: remedy, underlying: unsupported ?? plainMessage)
  }

  /// The message without libgit2's claim that a file that cannot be opened is locked, whatever the cause.
  private var plainMessage: String? {
    message.map { $0.replacing(/^failed open - '(.*)' is locked: (.*)$/) { "\"\($0.1)\": \($0.2)" } }
  }

  /// The feature of the repository's format that libgit2 does not support.
  private var unsupported: String? {
    let prefix = "unsupported extension name extensions."
    guard let message, let range = message.range(of: prefix) else { return nil }
    let name = String(message[range.upperBound...])
    switch name.lowercased() {
    case "objectformat": return "its objects have SHA-256 ids"
    case "refstorage": return "its refs are stored as reftable"
    default: return "its format has the extension \(name)"
    }
  }

  private var meaning: (WorkspaceError.Code, remedy: String?) {
    if mentions(ENOSPC) || mentions(EDQUOT) {
      return (.diskFull, "free some space, or point REVIEWBOT_HOME at a larger disk")
    }
    if unsupported != nil { return (.failed, "only repositories with SHA-1 ids in git's usual format can be read") }
    if mentions(EACCES) || mentions(EPERM) {
      let isFile = message?.hasPrefix("failed open - ") ?? false
      return (.accessDenied, isFile ? "make the file readable, or add it to .gitignore" : nil)
    }
    if code == GIT_EAUTH { return (.accessDenied, "check that the token has read access") }
    if code == GIT_ECERTIFICATE || category == GIT_ERROR_SSL {
      return (.unreachable, "check the server's certificate, or set SSL_CERT_FILE to its certificate authority")
    }
    return networkMeaning ?? (isDamage ? (.damaged, nil) : (.failed, nil))
  }

  private var networkMeaning: (WorkspaceError.Code, remedy: String?)? {
    guard category == GIT_ERROR_NET || category == GIT_ERROR_HTTP else { return nil }
    let message = message ?? ""
    if message.contains("redirect") {
      return (.unreachable, "use the URL that the server redirects to; redirects are not followed")
    }
    if message.hasSuffix("404") || message.hasSuffix("410") {
      return (.notARepository, "check the URL and the token's read access")
    }
    if message.hasSuffix("401") || message.hasSuffix("403") {
      return (.accessDenied, "check that the token has read access")
    }
    if message.contains("unsupported URL protocol") { return (.failed, nil) }
    return (.unreachable, "check the URL and the network")
  }

  private var isDamage: Bool {
    [
      GIT_ERROR_ODB, GIT_ERROR_OBJECT, GIT_ERROR_ZLIB, GIT_ERROR_TREE, GIT_ERROR_INDEXER, GIT_ERROR_REFERENCE,
      GIT_ERROR_REPOSITORY, GIT_ERROR_CONFIG, GIT_ERROR_SHA,
    ].contains(category)
  }

  /// Returns whether the message contains that of a system error, with which libgit2 ends its messages.
  private func mentions(_ number: Int32) -> Bool {
    message?.contains(String(cString: strerror(number))) ?? false
  }
}

/// - Parameter number: the error number of a system call, by default of the one that just failed.
func systemError(_ message: String, number: Int32 = errno) -> WorkspaceError {
  let message = String(cString: strerror(number))
  switch number {
  case ENOSPC, EDQUOT:
    return WorkspaceError(
      .diskFull, message, remedy: "free some space, or point REVIEWBOT_HOME at a larger disk", underlying: message)
  case EACCES, EPERM, EROFS:
    return WorkspaceError(.accessDenied, message, remedy: "use a folder with write permission", underlying: message)
  default:
    return WorkspaceError(.failed, message, underlying: message)
  }
}
