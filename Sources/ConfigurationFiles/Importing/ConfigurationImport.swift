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

  /// The text of the file.
  package let text: String
  /// Notes about settings that were not imported.
  package let notes: [String]

  /// - Parameters:
  ///   - text: the text of the other program's file.
  ///   - file: its name, for messages.
  /// - Throws: ``ConfigurationError`` if it cannot be parsed.
  package init(
    _ text: String, of file: String, from source: Source, catalogue: RuleCatalogue
  ) throws(ConfigurationError) {
    var notes: [String] = []
    var configuration: ReviewConfiguration
    switch source {
    case .swiftlint:
      let name = file.split(separator: "/").last.map(String.init) ?? file
      configuration = try ConfigurationReader(catalogue: catalogue).read(
        swiftLint: text, path: name, files: .none, notes: &notes)
      notes += SwiftLintReader(file: name).swiftLintOnlyKeys(text).map { "\($0) is not imported" }
      if !configuration.lint.customRules.isEmpty {
        notes.append("custom_rules cannot be imported; keep them in the file, and name the file in lint.swiftlint")
      }
    case .codecov: configuration = try CodecovImport.read(text, file, catalogue, &notes)
    case .diffCover: configuration = DiffCoverImport.read(text, catalogue, &notes)
    }
    let loaded = LoadedConfiguration(
      configuration: configuration, defaults: ReviewConfiguration(catalogue: catalogue), file: file,
      layers: LoadedConfiguration.Layers(),
      notes: notes)
    self.text = loaded.text(showsOrigins: false, isComplete: false)
    self.notes = notes
  }
}
