// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A `.reviewbot.yml` converted from the configuration of another program.
package struct ConfigurationImport: Hashable, Sendable {
  package enum Source: String, CaseIterable, Sendable {
    case swiftlint, codecov
    case diffCover = "diff-cover"

    /// Returns the source for a file name; `nil` for an unusual name.
    package init?(fileName: String) {
      switch fileName {
      case let name where name.contains("swiftlint"): self = .swiftlint
      case "codecov.yml", ".codecov.yml", "codecov.yaml", ".codecov.yaml": self = .codecov
      case ".diff-cover.toml", "diff-cover.toml", "pyproject.toml": self = .diffCover
      default: return nil
      }
    }
  }

  private var configuration: ReviewConfiguration
  private let defaults: ReviewConfiguration
  private let file: String
  /// Notes about settings that were not imported.
  package private(set) var notes: [String] = []

  /// The text of the file.
  package var text: String {
    LoadedConfiguration(
      configuration: configuration, defaults: defaults, file: file, layers: LoadedConfiguration.Layers(), notes: notes
    ).text(showsOrigins: false, isComplete: false)
  }

  /// - Parameters:
  ///   - text: the text of the other program's file.
  ///   - file: its name, for messages.
  /// - Throws: ``ConfigurationError`` if it cannot be parsed.
  package init(
    _ text: String, of file: String, from source: Source, catalogue: RuleCatalogue
  ) throws(ConfigurationError) {
    self.file = file
    defaults = ReviewConfiguration(catalogue: catalogue)
    switch source {
    case .swiftlint:
      let name = file.split(separator: "/").last.map(String.init) ?? file
      var notes: [String] = []
      configuration = try ConfigurationReader(catalogue: catalogue).read(
        swiftLint: text, path: name, files: .none, notes: &notes)
      notes += SwiftLintReader(file: name).swiftLintOnlyKeys(text).map { "\($0) is not imported" }
      if !configuration.lint.customRules.isEmpty {
        notes.append("custom_rules cannot be imported; keep them in the file, and name the file in lint.swiftlint")
      }
      self.notes = notes
    case .codecov: configuration = try CodecovImport.read(text, file, catalogue, &notes)
    case .diffCover: configuration = DiffCoverImport.read(text, catalogue, &notes)
    }
  }

  /// Adds the coverage settings of another program's file to the rules of this one.
  package mutating func add(_ coverage: ConfigurationImport) {
    configuration.coverage = coverage.configuration.coverage
    configuration.paths = coverage.configuration.paths
    notes += coverage.notes
  }
}
