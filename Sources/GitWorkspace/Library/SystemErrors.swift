// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// The error for a system call that just failed.
func systemError(_ message: String) -> WorkspaceError {
  systemError(message, number: errno)
}

func systemError(_ message: String, number: Int32) -> WorkspaceError {
  let words = String(cString: strerror(number))
  switch number {
  case ENOSPC, EDQUOT:
    return WorkspaceError(
      .diskFull, message, remedy: "free some space, or point REVIEWBOT_HOME at a larger disk", underlying: words)
  case EACCES, EPERM, EROFS:
    return WorkspaceError(.accessDenied, message, remedy: "use a folder that you may write", underlying: words)
  default:
    return WorkspaceError(.failed, message, underlying: words)
  }
}
