// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The files of a repository that a configuration names, from a working tree or from a commit.
package struct RepositoryFiles: Sendable {
  /// Returns the text of the file at a path from the root; `nil` if it is missing or cannot be read.
  package let text: @Sendable (String) -> String?
  /// The paths of the files named `.swiftlint.yml` in folders below the root, ordered.
  package let nested: [String]
  /// Whether a file without a text is missing; otherwise a configuration is read without the files that it extends.
  let areKnown: Bool

  package init(nested: [String] = [], text: @escaping @Sendable (String) -> String?) {
    self.init(nested: nested, areKnown: true, text: text)
  }

  private init(nested: [String], areKnown: Bool, text: @escaping @Sendable (String) -> String?) {
    self.nested = nested
    self.areKnown = areKnown
    self.text = text
  }

  package static let none = RepositoryFiles(nested: [], areKnown: false) { _ in nil }

  /// Creates the files from texts that have already been read, by path.
  package init(_ texts: [String: String]) {
    self.init(nested: texts.keys.filter { $0.hasSuffix("/" + SwiftLintReader.fileName) }.sorted()) { texts[$0] }
  }
}

/// Reads a `.swiftlint.yml` with the configurations that it names, and the configurations in folders.
struct SwiftLintLoader {
  /// The maximum number of configurations that override each other.
  static let maximumDepth = 5
  /// The maximum number of configurations in folders.
  static let maximumNested = 100

  let files: RepositoryFiles

  /// - Returns: `nil` if there is no such file.
  func load(_ path: String) throws(ConfigurationError) -> SwiftLintConfiguration? {
    guard let text = files.text(path) else { return nil }
    return try load(text, path, seen: [path])
  }

  /// - Parameter text: the text of the file at `path`, from any source.
  func load(_ text: String, _ path: String) throws(ConfigurationError) -> SwiftLintConfiguration {
    try load(text, path, seen: [path])
  }

  /// Returns the configurations of folders, merged over the root's, by folder, outermost first.
  ///
  /// - Parameter notes: receives a note if there are more than the maximum.
  func nested(
    in root: SwiftLintConfiguration, notes: inout [String]
  ) throws(ConfigurationError) -> [(folder: String, configuration: SwiftLintConfiguration)] {
    var found: [(folder: String, configuration: SwiftLintConfiguration)] = []
    if files.nested.count > Self.maximumNested {
      let count = files.nested.count - Self.maximumNested
      notes.append("\(count) nested SwiftLint configurations are not read: the maximum is \(Self.maximumNested)")
    }
    for path in files.nested.prefix(Self.maximumNested) {
      let folder = String(path.dropLast(SwiftLintReader.fileName.utf8.count + 1))
      guard !folder.isEmpty, var child = try load(path) else { continue }
      // The checked files are determined by the root's configuration.
      child.included = []
      child.excluded = []
      let outer = found.last { folder.hasPrefix($0.folder + "/") }?.configuration ?? root
      var merged = outer.merging(child: child)
      merged.notes = child.notes + child.rootKeyNotes
      found.append((folder, merged))
    }
    return found
  }

  private func load(
    _ text: String, _ path: String, seen: Set<String>
  ) throws(ConfigurationError) -> SwiftLintConfiguration {
    var configuration = try SwiftLintReader(file: path).read(text)
    if let parent = try referenced(configuration.parent, "parent_config", by: path, &configuration, seen: seen) {
      configuration = parent.merging(child: configuration)
    }
    if let child = try referenced(configuration.child, "child_config", by: path, &configuration, seen: seen) {
      configuration = configuration.merging(child: child)
    }
    return configuration
  }

  private func referenced(
    _ other: String?, _ key: String, by path: String, _ configuration: inout SwiftLintConfiguration, seen: Set<String>
  ) throws(ConfigurationError) -> SwiftLintConfiguration? {
    guard let other else { return nil }
    guard !seen.contains(other), seen.count < Self.maximumDepth else {
      configuration.notes.append("\(path): \(key) \(shown(other)) is part of a cycle, or too deep, and is not read")
      return nil
    }
    guard let text = files.text(other) else {
      configuration.notes.append("\(path): \(key) \(shown(other)) was not found")
      return nil
    }
    return try load(text, other, seen: seen.union([other]))
  }
}
