// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ConfigurationCodec<PackageSelection> {
  private static let maximum = 20

  static var packages: ConfigurationCodec {
    let expectation = "auto, path of a folder, or a list of such paths"
    let schema: JSONValue = [
      "anyOf": [["type": "string"], ["type": "array", "minItems": 1, "items": ["type": "string"]]]
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { selection in
      switch selection {
      case .auto: "auto"
      case .folders(let folders) where folders.count == 1: text(folders[0])
      case .folders(let folders): "[" + folders.map(text).joined(separator: ", ") + "]"
      }
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("auto"): return .auto
      case .scalar: return .folders([try folder(node)])
      case .sequence(let items):
        guard (1...maximum).contains(items.count) else {
          throw ValueError("expected 1 to \(maximum) folders, found \(items.count)")
        }
        let folders = try items.values(folder)
        guard Set(folders).count == folders.count else { throw ValueError("duplicate folder") }
        return .folders(folders)
      case .mapping, .empty: throw ValueError("expected \(expectation), found \(node.kind)")
      }
    }
  }

  private static func text(_ folder: String) -> String { quoted(folder.isEmpty ? "." : folder) }

  private static func folder(_ node: YAMLNode) throws(ValueError) -> String {
    guard case .scalar(let text) = node.content else {
      throw ValueError("expected a path of a folder, found \(node.kind)")
    }
    guard let path = PackagePath(text)?.path else {
      throw ValueError("expected a folder below the repository's root, such as Tools/Generator, found \(shown(text))")
    }
    return path
  }
}

/// The path of a folder, relative to the root of the repository; the root itself is empty, and written as `.`.
private struct PackagePath {
  let path: String

  /// Creates a path; `nil` if it is absolute, leaves the repository, or has `.`, `..` or empty components.
  init?(_ path: String) {
    if path == "." {
      self.path = ""
      return
    }
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...1024).contains(path.utf8.count), parts.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    // Programs would interpret a leading dash as an option.
    guard !path.hasPrefix("-"), path.hasNoControlCharacter else { return nil }
    self.path = String(trimmed)
  }
}

/// A folder of the repository that a build may write, relative to the root.
package struct WritableFolder: ConfigurationValue {
  static let maximumCount = 20

  package let path: String

  package init?(_ text: String) {
    guard let path = PackagePath(text)?.path, !path.isEmpty else { return nil }
    let names = path.split(separator: "/")
    // The build folder is writable anyway, and what it contains is not configurable.
    guard !names.contains(where: { $0 == SourceManifest.buildDirectory }), names.last != "Package.resolved" else {
      return nil
    }
    self.path = path
  }

  package var description: String { path }

  package static let noun = "folder of the repository"
  package static let examples = "Sources/Generated"
  package static let pattern = "^[^/]."

  package static func remedy(for text: String) -> String? {
    "write a folder relative to the root of the repository, other than the root and .build"
  }
}
