// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An absolute path without `.`, `..` and empty components.
package struct AbsolutePath: ConfigurationValue {
  /// The maximum length in bytes. The kernel accepts at most 4,096, including the path below the folder.
  private static let longest = 1_024

  package let path: String

  package init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
    guard text.hasPrefix("/"), (2...Self.longest).contains(text.utf8.count),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
      trimmed.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    path = String(trimmed)
  }

  package var description: String { path }

  package static let noun = "absolute path"
  package static let examples = "/srv/reviewbot"
  package static let pattern = "^/."

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("/") ? "write it without .., . and empty components" : "begin it with /"
  }
}

/// A value and its location in the configuration. The location is not part of the value.
package struct Located<Value: Hashable & Codable & Sendable>: Sendable {
  package let value: Value
  /// The location for messages; `nil` if the value is not from a file.
  let mark: YAMLMark?

  package init(_ value: Value) {
    self.init(value, at: nil)
  }

  init(_ value: Value, at mark: YAMLMark?) {
    self.value = value
    self.mark = mark
  }
}

extension Located: Hashable {
  package static func == (left: Located, right: Located) -> Bool { left.value == right.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Located: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

/// A file with a secret.
package typealias SecretFile = Located<AbsolutePath>

extension SecretFile {
  package var path: AbsolutePath { value }
}

extension SecretFile: CustomStringConvertible {
  package var description: String { path.description }
}

extension ConfigurationCodec<SecretFile> {
  static var secretFile: ConfigurationCodec {
    let kind = ConfigurationCodec<AbsolutePath>.value
    let expectation = "absolute path of the file"
    return ConfigurationCodec(
      description: CodecDescription(expectation: expectation, schema: kind.description.schema),
      text: { kind.text($0.path) }
    ) { (node) throws(ValueError) in
      guard case .scalar(let text) = node.content, let path = AbsolutePath(text) else {
        // The invalid text may be the secret itself, and must not be shown.
        throw ValueError(
          "expected the \(expectation)",
          remedy: "write the secret to a file that other users cannot read, and write its path here")
      }
      return SecretFile(path, at: node.mark)
    }
  }
}
