// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
import Foundation
package import ReviewContract
package import SystemPackage

/// The file named with `--config`.
package struct NamedConfiguration: Hashable, Sendable {
  let text: String
  /// The name for error messages.
  let file: String
}

/// Reads the configuration of a review from a file, a repository or a working tree.
package struct ConfigurationSource: Sendable {
  private static let largestFile = 64 << 10

  package let catalogue: RuleCatalogue
  /// Whether no note names the rules of SwiftLint's configuration that are not available.
  package var hidesUnavailableRules = false
  /// The settings that a repository cannot loosen.
  private let defaults: OperatorDefaults?

  package init(catalogue: RuleCatalogue, defaults: OperatorDefaults? = nil) {
    self.catalogue = catalogue
    self.defaults = defaults
  }

  /// - Parameter file: the file named with `--defaults`; `nil` for none.
  /// - Throws: ``UsageError`` if it cannot be read, `ConfigurationError` if it is invalid.
  package init(catalogue: RuleCatalogue, defaultsFile file: String?) throws {
    self.init(catalogue: catalogue)
    guard let file else { return }
    let text = try text(of: file, flag: "--defaults")
    self.init(catalogue: catalogue, defaults: try OperatorDefaults(text: text, file: file, catalogue: catalogue))
  }

  private var reader: ConfigurationReader {
    var reader = ConfigurationReader(catalogue: catalogue, defaults: defaults)
    reader.hidesUnavailableRules = hidesUnavailableRules
    return reader
  }

  /// Reads the file named with `--config`.
  ///
  /// - Throws: ``UsageError`` if it cannot be read, `ConfigurationError` if it is invalid.
  package func read(file: String) throws -> ReviewConfiguration {
    try read(text: try text(of: file, flag: "--config"), file: file)
  }

  /// Parses a repository's configuration; returns the defaults if `text` is `nil`.
  ///
  /// - Parameter file: the file name for error messages.
  package func read(text: String?, file: String = ConfigurationReader.fileName) throws -> ReviewConfiguration {
    guard let text else { return ReviewConfiguration(catalogue: catalogue) }
    return try ConfigurationReader(catalogue: catalogue).read(text: text, file: file)
  }

  /// Reads and validates the file named with `--config` for a review.
  ///
  /// - Throws: as ``read(file:)``; ``UsageError`` if it extends others, which are files of the base and not of this
  ///   machine.
  package func named(_ file: String) throws -> NamedConfiguration {
    let text = try text(of: file, flag: "--config")
    _ = try read(text: text, file: file)
    guard !ConfigurationReader(catalogue: catalogue).extendsFiles(text) else {
      throw UsageError(
        "cannot use the configuration \"\(file)\": a file given with --config cannot contain extends in a review",
        remedy: "copy the extended files into this file, or use extends in the .reviewbot.yml of the base branch")
    }
    return NamedConfiguration(text: text, file: file)
  }

  /// Reads the configuration of a review, which is that of the base tip with SwiftLint's there.
  ///
  /// - Parameters:
  ///   - named: replaces the `.reviewbot.yml` of the base tip, and not SwiftLint's configuration there.
  ///   - notes: receives notes about settings without an effect in SwiftLint's configuration.
  package func read(
    base workspace: Workspace, named: NamedConfiguration? = nil, notes: inout [String]
  ) throws -> ReviewConfiguration {
    try reader.read(
      text: named.map(\.text) ?? workspace.baseConfiguration, file: named?.file ?? ConfigurationReader.fileName,
      files: RepositoryFiles(workspace.baseLintFiles), notes: &notes)
  }

  /// Reads the configuration of a working tree with SwiftLint's.
  ///
  /// - Parameters:
  ///   - file: the file named with `--config`, which replaces `.reviewbot.yml`.
  ///   - paths: the files that will be checked: only configurations in their folders are read.
  ///   - notes: receives notes about settings without an effect in SwiftLint's configuration.
  /// - Throws: ``UsageError`` if a file cannot be read, `ConfigurationError` if one is invalid.
  package func read(
    workingTree root: FilePath, file: String? = nil, checking paths: [String], notes: inout [String]
  ) throws -> ReviewConfiguration {
    let loaded = try load(workingTree: root, file: file, checking: paths)
    notes += loaded.notes
    return loaded.configuration
  }

  /// Loads the configuration of a working tree with the origin of each value.
  package func load(
    workingTree root: FilePath, file: String? = nil, checking paths: [String]
  ) throws -> LoadedConfiguration {
    let text = try file.map { try self.text(of: $0, flag: "--config") } ?? workingTreeText(root)
    return try reader.load(
      text: text, file: file ?? ConfigurationReader.fileName, files: files(in: root, checking: paths))
  }

  /// Reads the file named with `--swiftlint-config` instead of all others.
  ///
  /// - Throws: ``UsageError`` if a file cannot be read, `ConfigurationError` if one is invalid.
  package func read(
    swiftLint file: String, in currentFolder: FilePath, workingTree root: FilePath, notes: inout [String]
  ) throws -> ReviewConfiguration {
    let text = try text(of: file, flag: "--swiftlint-config")
    let absolute = currentFolder.pushing(FilePath(file)).lexicallyNormalized()
    // Paths in a file outside of the working tree are relative to its root.
    let path = String(relativePath: absolute.string, from: root.string) ?? SwiftLintReader.fileName
    return try reader.read(
      swiftLint: text, path: path, files: files(in: root, checking: []), notes: &notes)
  }

  private func files(in root: FilePath, checking paths: [String]) -> RepositoryFiles {
    let directory = ContainedDirectory(root)
    var folders: Set<String> = []
    for path in paths {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted { parts.removeLast() }
    }
    // A file that cannot be read is treated as missing: SwiftLint's configuration is optional.
    let text = { @Sendable (path: String) -> String? in try? directory.text(at: path, limit: Self.largestFile) }
    let nested = folders.sorted().map { "\($0)/\(SwiftLintReader.fileName)" }.filter { text($0) != nil }
    return RepositoryFiles(nested: nested, text: text)
  }

  private func text(of file: String, flag: String) throws(UsageError) -> String {
    do throws(Errno) {
      return String(decoding: try NamedFile.bytes(of: file, limit: Self.largestFile), as: UTF8.self)
    } catch {
      throw UsageError(
        "cannot read the configuration \"\(file)\": \(error.message)",
        remedy: "check \(flag) and the file's permissions")
    }
  }

  private func workingTreeText(_ root: FilePath) throws -> String? {
    let folder = ContainedDirectory(root)
    do {
      return try folder.text(at: ConfigurationReader.fileName, limit: Self.largestFile)
    } catch ContainedDirectory.Failure.missing {
      // If the file were ignored, its settings would silently have no effect.
      if (try? folder.file(at: ConfigurationReader.mistakenName)) != nil {
        throw UsageError(
          "the configuration is named \"\(ConfigurationReader.mistakenName)\"",
          remedy: "rename it to \(ConfigurationReader.fileName)")
      }
      return nil
    } catch {
      throw UsageError(
        "cannot read \"\(root.appending(ConfigurationReader.fileName))\": \(error)",
        remedy: "replace it with a small regular file")
    }
  }

  /// Reads the configuration of a working tree; returns the defaults if it has none.
  package func read(workingTree root: FilePath) throws -> ReviewConfiguration {
    try read(text: try workingTreeText(root))
  }
}

extension ConfigurationError: ExplainedError {
  package var status: ExitStatus { .usage }
}

/// The settings that `check` reads from the environment, and `serve` from the operator's file.
package enum EnvironmentSettings {
  /// `$REVIEWBOT_FETCH_LIMIT`: the timeout of fetching and checking out together, 30 minutes by default.
  package static func fetchTimeout(_ environment: [String: String]) throws(UsageError) -> TimeSpan {
    let allowed: ClosedRange<TimeSpan> = "1s"..."1d"
    return try value("REVIEWBOT_FETCH_LIMIT", environment, examples: "1s to 1d, such as 90s, 10m or 1h") {
      TimeSpan($0).flatMap { allowed.contains($0) ? $0 : nil }
    } ?? "30m"
  }

  /// `$REVIEWBOT_MIRRORS_LIMIT`: the size of all mirrors together; `nil` for the default.
  package static func mirrorsSize(_ environment: [String: String]) throws(UsageError) -> ByteSize? {
    try value("REVIEWBOT_MIRRORS_LIMIT", environment, examples: "a size such as 500M, 20G or 1T") { ByteSize($0) }
  }

  /// `$REVIEWBOT_FETCH_DEPTH`: the number of commits to begin a new mirror with; `nil` for the whole history.
  package static func fetchDepth(_ environment: [String: String]) throws(UsageError) -> Int? {
    guard let text = environment["REVIEWBOT_FETCH_DEPTH"], !text.isEmpty else { return nil }
    guard let depth = try? ConfigurationCodec<Int>.integer(text, 1...10_000) else {
      throw UsageError(
        "REVIEWBOT_FETCH_DEPTH is not a number of commits", remedy: "set it to 1 to 10000, such as 50")
    }
    return depth
  }

  /// - Returns: `nil` if the variable is not set, or empty.
  private static func value<Value: ConfigurationValue>(
    _ name: String, _ environment: [String: String], examples: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let value = read(text) else {
      throw UsageError("\(name) is not a \(Value.noun)", remedy: "set it to \(examples)")
    }
    return value
  }
}
