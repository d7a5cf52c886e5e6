// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

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
      configuration = try ConfigurationReader(catalogue: catalogue).read(
        swiftLint: text, path: file.split(separator: "/").last.map(String.init) ?? file, files: .none, notes: &notes)
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

/// Reads `codecov.yml`.
enum CodecovImport {
  static func read(
    _ text: String, _ file: String, _ catalogue: RuleCatalogue, _ notes: inout [String]
  ) throws(ConfigurationError) -> ReviewConfiguration {
    var problems = ProblemList(file: file)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { throw problems.error }
    var configuration = ReviewConfiguration(catalogue: catalogue)
    let status = root?.value("coverage")?.value("status")
    if let patch = goal(status?.value("patch"), "patch", &notes) {
      configuration.coverage.target = patch.target ?? configuration.coverage.target
      configuration.coverage.threshold = patch.threshold ?? configuration.coverage.threshold
      configuration.coverage.informational = patch.isInformational ? .always : .never
    }
    if let project = goal(status?.value("project"), "project", &notes) {
      let old = configuration.coverage.project
      configuration.coverage.project = CoverageGoal(
        target: project.target ?? old.target, threshold: project.threshold ?? old.threshold,
        informational: project.isInformational ? .always : .never)
    }
    for pattern in root?.value("ignore")?.texts ?? [] {
      if let glob = Glob(pattern) {
        configuration.coverage.exclude.append(glob)
      } else {
        notes.append("ignore: cannot use the pattern \(shown(pattern))")
      }
    }
    for key in root?.keys ?? [] where !["coverage", "ignore"].contains(key) { notes.append("\(key) is not imported") }
    return configuration
  }

  private struct Goal {
    var target: CoverageTarget?
    var threshold: PercentTarget?
    var isInformational = false
  }

  private static func goal(_ node: YAMLNode?, _ name: String, _ notes: inout [String]) -> Goal? {
    guard let node else { return nil }
    // `patch: off`, `patch: true`.
    if case .scalar(let text) = node.content {
      return SwiftLintOptionReader.boolean(text) == false ? Goal(isInformational: true) : Goal()
    }
    for other in node.keys where other != "default" {
      notes.append("coverage.status.\(name).\(other) is not imported")
    }
    guard let values = node.value("default") else { return Goal() }
    var goal = Goal()
    for key in values.keys {
      let text = values.value(key)?.text ?? ""
      switch key {
      case "target":
        goal.target = text == "auto" ? .auto : PercentTarget(text).map { .percent($0) }
        if goal.target == nil { notes.append("coverage.status.\(name).default.target: invalid value \(shown(text))") }
      case "threshold": goal.threshold = PercentTarget(text)
      case "informational": goal.isInformational = SwiftLintOptionReader.boolean(text) == true
      default: notes.append("coverage.status.\(name).default.\(key) is not imported")
      }
    }
    return goal
  }
}

extension YAMLNode {
  fileprivate var keys: [String] {
    if case .mapping(let entries) = content { entries.map(\.key) } else { [] }
  }

  fileprivate func value(_ key: String) -> YAMLNode? {
    if case .mapping(let entries) = content { entries.first { $0.key == key }?.value } else { nil }
  }

  fileprivate var text: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  fileprivate var texts: [String] {
    switch content {
    case .scalar(let text): [text]
    case .sequence(let items): items.compactMap(\.text)
    case .mapping, .empty: []
    }
  }
}
