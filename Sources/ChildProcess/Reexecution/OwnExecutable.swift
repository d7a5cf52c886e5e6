// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// The program that is running.
package enum OwnExecutable {
  /// Its file: an absolute path. Links are resolved, so that a replaced link does not start another program.
  package static var path: FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    precondition(count > 0, "/proc is not mounted")
    return FilePath(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Becomes the same program again. Returns only when that fails, with the error's number.
  static func restart(
    arguments: [String] = CommandLine.arguments, environment: [String: String]
  ) -> Int32 {
    _ = CStringList.withPointers(arguments) { arguments in
      CStringList.withPointers(environment) { execve(path.string, arguments, $0) }
    }
    return errno
  }
}
