// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewContract

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
