// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Determines by name whether a compiler may read a file when it builds a package.
///
/// SwiftPM selects sources by the exact extension, and neither by their contents nor by attributes of git.
package enum SourceName {
  private static let swift = ".swift"
  /// The extensions of C's languages that SwiftPM compiles, those of their headers, and module maps.
  private static let extensions: Set<Substring> = [
    "swift", "c", "m", "mm", "cc", "cpp", "cxx", "s", "S", "h", "hh", "hpp", "hxx", "ipp", "inc", "inl", "def",
    "modulemap",
  ]

  /// Returns whether it is the name of a Swift file, of a source of C's languages, of a header or of a module map.
  package static func isSource(_ path: String) -> Bool {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(path[path.utf8.index(after: dot)...])
  }

  /// Returns whether it is the name of a package's manifest, also of one for some versions of the tools.
  package static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  package static func isSwift(_ path: String) -> Bool { path.hasSuffix(swift) }
}
