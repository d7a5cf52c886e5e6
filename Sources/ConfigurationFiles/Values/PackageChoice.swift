// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The packages of a repository to build.
package enum PackageChoice: Hashable, Sendable {
  static let maximum = 20

  case auto
  case folders([PackagePath])

  package var selection: PackageSelection {
    switch self {
    case .auto: .auto
    case .folders(let folders): .folders(folders.map { $0.path == "." ? "" : $0.path })
    }
  }
}

extension PackageChoice: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Otherwise the value is a list.
    if let text = try? container.decode(String.self) {
      guard text == "auto" else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither auto nor a list of folders")
      }
      self = .auto
    } else {
      self = .folders(try container.decode([PackagePath].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .auto: try container.encode("auto")
    case .folders(let folders): try container.encode(folders)
    }
  }
}

extension ConfigurationCodec<PackageChoice> {
  static var packageChoice: ConfigurationCodec {
    let one = ConfigurationCodec<PackagePath>.packagePath
    let words = "auto, path of a folder, or a list of such paths"
    let schema: JSONValue = [
      "anyOf": [["type": "string"], ["type": "array", "minItems": 1, "items": ["type": "string"]]]
    ]
    return ConfigurationCodec(description: CodecDescription(words: words, schema: schema)) { choice in
      switch choice {
      case .auto: "auto"
      case .folders(let folders) where folders.count == 1: one.text(folders[0])
      case .folders(let folders): "[" + folders.map(one.text).joined(separator: ", ") + "]"
      }
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("auto"): return .auto
      case .scalar: return .folders([try one.read(node)])
      case .sequence(let items):
        guard (1...PackageChoice.maximum).contains(items.count) else {
          throw ValueError("expected 1 to \(PackageChoice.maximum) folders, found \(items.count)")
        }
        let folders = try items.values(one.read)
        guard Set(folders).count == folders.count else { throw ValueError("duplicate folder") }
        return .folders(folders)
      case .mapping, .empty: throw ValueError("expected \(words), found \(node.kind)")
      }
    }
  }
}

/// The path of a folder, relative to the root of the repository; the root itself is `.`.
package struct PackagePath: Hashable, Sendable {
  package let path: String

  /// Creates a path; `nil` if it is absolute, leaves the repository, or has `.`, `..` or empty components.
  package init?(_ path: String) {
    if path == "." {
      self.path = path
      return
    }
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...1024).contains(path.utf8.count), parts.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    // Programs would interpret a leading dash as an option.
    guard !path.hasPrefix("-"), !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    self.path = String(trimmed)
  }
}

extension PackagePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = PackagePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a folder below the root")
    }
    self = path
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path)
  }
}

/// A folder of the repository that a build may write, relative to the root.
package struct WritableFolder: ConfigurationValue {
  static let maximumCount = 20

  package let path: String

  package init?(_ text: String) {
    guard let path = PackagePath(text)?.path, path != "." else { return nil }
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
