// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
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

  /// All, the loader among them, under the names by which their users ask for them: mostly links.
  static var files: [FilePath] {
    var files: [FilePath] = []
    withUnsafeMutablePointer(to: &files) { pointer in
      reviewbot_each_library(
        { name, files in
          guard let name, let files else { return }
          files.assumingMemoryBound(to: [FilePath].self).pointee.append(FilePath(platformString: name))
        }, pointer)
    }
    return files
  }
}
