// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Bubblewrap on this machine.
package enum Bubblewrap {
  package static let program: FilePath? = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].map { FilePath($0) }.first {
    FileManager.default.isExecutableFile(atPath: $0.string)
  }

  package static let isMissing = "bubblewrap is not installed, or may not make namespaces here"

  /// Whether it supports what the tests need: in a container, for instance, it often does not.
  package static let isUsable: Bool = {
    guard let program else { return false }
    return FinishedCommand.succeeds(
      [program.string, "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"])
  }()
}
