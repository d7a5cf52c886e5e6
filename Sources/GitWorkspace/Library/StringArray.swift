// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Foundation

/// Lends strings to libgit2 for the time of a call.
func withStringArray<Result>(_ strings: [String], _ body: (UnsafePointer<git_strarray>) -> Result) -> Result {
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeMutableBufferPointer { buffer in
    var array = git_strarray(strings: buffer.baseAddress, count: buffer.count)
    return body(&array)
  }
}
