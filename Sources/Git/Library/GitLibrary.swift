// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// Initialization of libgit2: once per process, isolated from the host's configuration.
enum GitLibrary {
  /// The maximum number of objects of a pack. The largest public repositories have some ten million.
  static let maximumPackObjects = 20_000_000
  /// The maximum size of an object of a pack, in bytes.
  static let maximumObjectBytes = 1 << 30

  /// The maximum size of a file in the object cache, in bytes. A changed file is read to compare it, to search for
  /// moved lines and to check it out, and should be reassembled from its deltas only once.
  private static let largestCachedFile = 512 << 10
  private static let cacheBytes = 96 << 20

  /// Starts the library. Later calls are cheap.
  ///
  /// - Parameters:
  ///   - certificates: a file with the certificate authorities to trust instead of the system's. libgit2 has one for the
  ///     whole process.
  ///   - system: the file to trust as long as no other one was given. It never replaces one: a fetch that is running
  ///     relies on it.
  static func start(certificates: FilePath? = nil, system: FilePath? = nil) throws(WorkspaceError) {
    // One call at a time, because the options are global variables of the library.
    try state.withLock { state throws(WorkspaceError) in
      if !state.isStarted {
        try check(git_libgit2_init(), "start libgit2")
        try isolate()
        state.isStarted = true
      }
      if let certificates = certificates ?? (state.certificates == nil ? system : nil),
        certificates != state.certificates
      {
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

  /// Disables the user's and the host's git configuration, which could redirect to another URL (`insteadOf`) or change
  /// the output of a diff.
  private static func isolate() throws(WorkspaceError) {
    let task = "set up libgit2"
    for level in [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    ] {
      try check(reviewbot_git_set_search_path(level, "/nonexistent"), task)
    }
    try check(reviewbot_git_set_cached_object_size(GIT_OBJECT_BLOB, largestCachedFile), task)
    try check(reviewbot_git_set_cache_size(cacheBytes), task)
    // RepositoryOpening validates owners itself, with the configuration of the user, which libgit2 must not see.
    try check(reviewbot_git_set_owner_validation(0), task)
    try check(reviewbot_git_set_extensions(), task)
    try check(reviewbot_git_set_strict_hashes(1), task)
    try check(reviewbot_git_set_pack_object_limit(maximumPackObjects), task)
    try check(reviewbot_git_set_pack_object_size_limit(maximumObjectBytes), task)
  }
}

/// The version and the features of the installed libgit2.
package enum GitVersion {
  /// The version number, such as `1.5.1`.
  package static var text: String {
    var (major, minor, patch) = (Int32(0), Int32(0), Int32(0))
    git_libgit2_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Whether libgit2 supports `https://` addresses.
  package static var speaksHTTPS: Bool { has(GIT_FEATURE_HTTPS) }
  /// Whether libgit2 supports `ssh://` addresses.
  package static var speaksSSH: Bool { has(GIT_FEATURE_SSH) }

  /// Whether a credential for one port of a host is not sent to another port when the server redirects there.
  ///
  /// Debian's libgit2 1.5 has this fix since the security update 1.5.1+ds-1+deb12u2, which is detected by the limit
  /// that it added.
  package static var keepsCredentialsAtPort: Bool {
    guard (try? GitLibrary.start()) != nil else { return false }
    return !text.hasPrefix("1.5.") || reviewbot_git_set_pack_object_size_limit(GitLibrary.maximumObjectBytes) == 0
  }

  private static func has(_ feature: git_feature_t) -> Bool {
    UInt32(bitPattern: git_libgit2_features()) & UInt32(feature.rawValue) != 0
  }
}

/// Throws if a libgit2 call failed.
///
/// The only place that reads the library's last error, which is stored per thread: nothing that could suspend may run
/// between the call and the check.
///
/// - Parameter task: the verb phrase after "cannot".
func check(_ code: Int32, _ task: @autoclosure () -> String) throws(WorkspaceError) {
  guard code < 0 else { return }
  let error = git_error_last()
  let message = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
  throw GitFailure(code: code, category: error.map(\.pointee.klass) ?? 0, message: message).workspaceError(task())
}

/// An object of libgit2 with one owner.
typealias Handle = OwnedPointer<OpaquePointer>

/// Takes ownership of the object that a libgit2 call creates.
///
/// - Parameter release: the function of libgit2 that releases it.
func adopt(
  _ task: @autoclosure () -> String, _ release: @escaping (OpaquePointer) -> Void,
  from call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(WorkspaceError) -> Handle {
  var pointer: OpaquePointer?
  try check(call(&pointer), task())
  guard let pointer else { preconditionFailure("libgit2 reported success and made nothing") }
  return OwnedPointer(adopting: pointer, release: release)
}

/// Lends the object that a libgit2 call creates for the duration of the call of `body`.
func withObject<Result>(
  _ task: @autoclosure () -> String, _ release: @escaping (OpaquePointer) -> Void,
  from call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32,
  _ body: (OpaquePointer) throws(WorkspaceError) -> Result
) throws(WorkspaceError) -> Result {
  try adopt(task(), release, from: call).withPointer(body)
}

/// Returns the text that a libgit2 call writes into a buffer; `nil` if what it reads does not exist.
func bufferText(
  _ task: @autoclosure () -> String, _ call: (UnsafeMutablePointer<git_buf>) -> Int32
) throws(WorkspaceError) -> String? {
  var buffer = git_buf()
  let code = call(&buffer)
  if code == GIT_ENOTFOUND.rawValue { return nil }
  try check(code, task())
  defer { git_buf_dispose(&buffer) }
  return buffer.ptr.map { String(cString: $0) }
}

/// Lends an index in memory with the files of a tree.
func withIndex<Result>(
  of tree: OpaquePointer, _ task: String, _ body: (OpaquePointer) throws(WorkspaceError) -> Result
) throws(WorkspaceError) -> Result {
  try withObject(task, git_index_free, from: { git_index_new($0) }) { index throws(WorkspaceError) in
    try check(git_index_read_tree(index, tree), task)
    return try body(index)
  }
}

/// Lends the bytes of a blob.
///
/// - Parameter name: its name in errors.
func withBlob<Result>(
  _ id: UnsafePointer<git_oid>?, in repository: OpaquePointer, named name: String,
  _ body: (UnsafeRawBufferPointer) throws(WorkspaceError) -> Result
) throws(WorkspaceError) -> Result {
  try withObject("read \(name)", git_blob_free, from: { git_blob_lookup($0, repository, id) }) {
    blob throws(WorkspaceError) in try body(contents(of: blob))
  }
}

/// The bytes of a blob, which are valid as long as it is.
func contents(of blob: OpaquePointer) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: git_blob_rawcontent(blob), count: Int(git_blob_rawsize(blob)))
}
