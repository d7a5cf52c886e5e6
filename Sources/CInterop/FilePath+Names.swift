// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

extension FilePath {
  /// The last component as text, "" for "" and "/"; bytes that are not UTF-8 become U+FFFD.
  ///
  /// Equivalent to `lastComponent`, whose view of all components is validated repeatedly in a debug build: a process
  /// with some hundred paths spent a twentieth of its time there.
  package var name: String {
    withPlatformString { text in
      let slash = strrchr(text, Int32(UInt8(ascii: "/")))
      return String(cString: slash.map { UnsafePointer($0) + 1 } ?? text)
    }
  }

  /// The path without its last component, byte by byte as it is; "/" and "" have none to remove.
  package var parent: FilePath {
    withPlatformString { text in
      guard let slash = strrchr(text, Int32(UInt8(ascii: "/"))) else { return FilePath() }
      let length = max(1, UnsafePointer(slash) - text)
      return FilePath(platformString: Array(UnsafeBufferPointer(start: text, count: length)) + [0])
    }
  }
}
