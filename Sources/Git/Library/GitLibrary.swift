// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// libgit2 itself: started once, and cut off from the machine's configuration.
enum GitLibrary {
  /// A pack that announces more objects is refused. The largest public repositories have some ten million.
  static let maximumPackObjects = 20_000_000
  /// An object of a pack that is larger is refused.
  static let maximumObjectBytes = 1 << 30

  /// A changed file is read to compare it, to look for moved lines and to check it out: its parts are put together
  /// once.
  private static let largestCachedFile = 512 << 10
  private static let cacheBytes = 96 << 20

  /// Starts the library. Cheap after the first time.
  ///
  /// - Parameter certificates: a file with the authorities to trust instead of the system's. libgit2 keeps one for the
  ///   whole process.
  static func start(certificates: FilePath? = nil) throws(WorkspaceError) {
    // One at a time, because the options are global variables of the library.
    try state.withLock { state throws(WorkspaceError) in
      if !state.isStarted {
        try check(git_libgit2_init(), "start libgit2")
        try isolate()
        state.isStarted = true
      }
      if let certificates, certificates != state.certificates {
        try check(
          reviewbot_git_set_certificates(certificates.string, nil), "read the certificates in \(certificates)")
        state.certificates = certificates
      }
    }
  }

  private struct State {
    var isStarted = false
    var certificates: FilePath?
  }

  private static let state = Locked(State())

  /// A user's or machine's git configuration could send us to another URL (`insteadOf`), or change what a diff says.
  private static func isolate() throws(WorkspaceError) {
    let task = "set up libgit2"
    for level in [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    ] {
      try check(reviewbot_git_set_search_path(level, "/nonexistent"), task)
    }
    try check(reviewbot_git_set_cached_object_size(GIT_OBJECT_BLOB, largestCachedFile), task)
    try check(reviewbot_git_set_cache_size(cacheBytes), task)
    // Ours, in RepositoryOpening, reads the configuration of the user, of which libgit2 must see nothing.
    try check(reviewbot_git_set_owner_validation(0), task)
    try check(reviewbot_git_set_extensions(), task)
    try check(reviewbot_git_set_strict_hashes(1), task)
    try check(reviewbot_git_set_pack_object_limit(maximumPackObjects), task)
    try check(reviewbot_git_set_pack_object_size_limit(maximumObjectBytes), task)
  }
}

/// What the libgit2 that is there can do.
package enum GitVersion {
  /// Such as `1.5.1`.
  package static var text: String {
    var (major, minor, patch) = (Int32(0), Int32(0), Int32(0))
    git_libgit2_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Whether it fetches from `https://` addresses.
  package static var speaksHTTPS: Bool { has(GIT_FEATURE_HTTPS) }
  /// Whether it fetches from `ssh://` addresses.
  package static var speaksSSH: Bool { has(GIT_FEATURE_SSH) }

  /// Whether a credential for one port of a host stays there when the server redirects to another port.
  ///
  /// Debian's libgit2 1.5 does since the security update 1.5.1+ds-1+deb12u2, which can be told by the limit that it
  /// added.
  package static var keepsCredentialsAtPort: Bool {
    guard (try? GitLibrary.start()) != nil else { return false }
    return !text.hasPrefix("1.5.") || reviewbot_git_set_pack_object_size_limit(GitLibrary.maximumObjectBytes) == 0
  }

  private static func has(_ feature: git_feature_t) -> Bool {
    UInt32(bitPattern: git_libgit2_features()) & UInt32(feature.rawValue) != 0
  }
}

/// Throws when a libgit2 call did not return success.
///
/// The only place that reads the library's last error. That is kept for each thread, so the call and the check stand
/// together with nothing in between that could suspend.
///
/// - Parameter task: what was to be done, to follow "cannot".
func check(_ code: Int32, _ task: @autoclosure () -> String) throws(WorkspaceError) {
  guard code < 0 else { return }
  let error = git_error_last()
  let words = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
  throw GitFailure(code: code, category: error.map(\.pointee.klass) ?? 0, words: words).workspaceError(task())
}

/// Takes over what a libgit2 call makes.
func adopt<Policy: ReleasePolicy>(
  _ task: @autoclosure () -> String, from call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(WorkspaceError) -> OwnedPointer<Policy> where Policy.Pointer == OpaquePointer {
  var pointer: OpaquePointer?
  try check(call(&pointer), task())
  guard let pointer else { preconditionFailure("libgit2 reported success and made nothing") }
  return OwnedPointer(adopting: pointer)
}
