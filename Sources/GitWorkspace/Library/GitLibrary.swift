// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract
import SystemPackage

/// libgit2 itself: started once, and cut off from the machine's configuration.
enum GitLibrary {
  /// A pack that announces more objects is refused. The largest public repositories have some ten million.
  static let maximumPackObjects = 20_000_000
  /// An object of a pack that is larger is refused.
  static let maximumObjectBytes = 1 << 30

  /// A changed file is read to compare it, to look for moved lines and to check it out: its parts are put together once.
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
    try check(reviewbot_git_set_owner_validation(1), task)
    try check(reviewbot_git_set_strict_hashes(1), task)
    try check(reviewbot_git_set_pack_object_limit(maximumPackObjects), task)
    try check(reviewbot_git_set_pack_object_size_limit(maximumObjectBytes), task)
  }
}
