// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import Findings
package import ReviewContract

extension LocalChangeSource {
  /// Compares two texts by lines, like git.
  ///
  /// - Throws: ``WorkspaceError`` when libgit2 fails, such as without memory.
  package func hunks(from old: [UInt8], to new: [UInt8]) async throws(WorkspaceError) -> [Hunk] {
    try GitLibrary.start()
    return try TextHunks.between(old, new)
  }
}

/// Compares texts by lines, whatever their bytes are.
enum TextHunks {
  static func between(_ old: [UInt8], _ new: [UInt8]) throws(WorkspaceError) -> [Hunk] {
    var options = try DiffOptions.make(flags: GIT_DIFF_FORCE_TEXT)
    options.max_size = -1
    return try collect("compare two texts") { add, payload in
      old.withUnsafeBytes { old in
        new.withUnsafeBytes { new in
          git_diff_buffers(
            old.baseAddress, old.count, nil, new.baseAddress, new.count, nil, &options, nil, nil, add, nil, payload)
        }
      }
    }
  }

  /// Returns the hunks that a comparison of libgit2 reports.
  ///
  /// - Parameter compare: passes the callback and its payload on to libgit2.
  static func collect(
    _ task: @autoclosure () -> String, _ compare: (git_diff_hunk_cb, UnsafeMutableRawPointer) -> Int32
  ) throws(WorkspaceError) -> [Hunk] {
    let context = CallbackContext<[Hunk]>([])
    let code = context.withPayload { payload in
      compare(
        { _, hunk, payload in
          if let hunk { CallbackContext<[Hunk]>.from(payload).value.append(Hunk(hunk.pointee)) }
          return 0
        }, payload)
    }
    try check(code, task())
    return context.value
  }
}
