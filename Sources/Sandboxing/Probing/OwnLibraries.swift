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
    let files = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { FilePath(String(line[$0...])) }
    }
    let libraries = files.filter { file in
      guard let name = file.lastComponent?.string, name.contains(".so") else { return false }
      return !["/usr", "/lib", "/lib64"].contains { file.starts(with: FilePath($0)) }
    }
    return Set(libraries.map { $0.removingLastComponent() }).sorted { $0.string < $1.string }
  }
}
