// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A directory with a short path, because the path of a Unix socket has at most 107 bytes.
struct TemporaryDirectory {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/rbt-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    // Tests of root's run programs as another user, who passes through it and does not list it.
    guard chmod(path.string, 0o711) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Removes it; what cannot be removed stays for a look.
  func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}
