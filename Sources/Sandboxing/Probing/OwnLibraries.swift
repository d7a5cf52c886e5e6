// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// The libraries that this program is linked with.
enum OwnLibraries {
  /// The folders of those that are loaded from outside of the system's own.
  static var folders: [FilePath] {
    let maps = String(decoding: KernelFile.contents("/proc/self/maps") ?? Data(), as: UTF8.self)
    // A file is mapped in several parts, and there are hundreds of them.
    let paths = maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    let libraries = Set(paths).filter { file in
      guard let name = file.split(separator: "/").last, name.contains(".so") else { return false }
      return !["/usr/", "/lib/", "/lib64/"].contains(where: file.hasPrefix)
    }
    return Set(libraries.map { FilePath($0).removingLastComponent() }).sorted { $0.string < $1.string }
  }
}
