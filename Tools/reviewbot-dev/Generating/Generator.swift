// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Isolation
import RuleSources
import Rules

/// The generated files of the package.
struct Generator {
  private static let lint = "Lint"
  private let folder: SourceDirectory
  private let rules: RuleFolder

  init(root: String) {
    folder = SourceDirectory(root)
    rules = RuleFolder("\(root)/\(Self.lint)")
  }

  /// Returns the paths of files that are missing, not up to date, or no longer generated.
  func stalePaths() throws -> [String] {
    let files = try files()
    return try files.filter { try folder.text($0.path) != $0.text }.map(\.path) + superfluousPages(files)
  }

  func write() throws {
    let files = try files()
    for path in superfluousPages(files) { try folder.remove(path) }
    for file in files where try folder.text(file.path) != file.text { try folder.write(file.path, file.text) }
  }

  func files() throws -> [GeneratedFile] {
    let reference = ConfigurationReference(catalogue: RuleCatalogue(BuiltInRules.all))
    let server = ServerConfigurationReference()
    let registry = try RuleRegistry(rules)
    let pages = RulePages(BuiltInRules.all, topics: registry.topics)
    return [
      GeneratedFile(path: "\(Self.lint)/\(registry.file.path)", text: registry.file.text),
      GeneratedFile(path: "config/reviewbot.yml", text: reference.defaultFile),
      GeneratedFile(path: "config/reviewbot.schema.json", text: reference.schema),
      GeneratedFile(path: "Documentation/configuration.md", text: reference.page),
      GeneratedFile(path: "config/reviewbot-server.yml", text: server.defaultFile),
      GeneratedFile(path: "config/reviewbot-server.schema.json", text: server.schema),
      GeneratedFile(path: "Documentation/server-configuration.md", text: server.page),
      GeneratedFile(path: "Documentation/server-defaults.md", text: ServerDefaultsReference.page),
      GeneratedFile(path: "Documentation/failures.md", text: FailuresPage.text),
      GeneratedFile(path: "Documentation/undetermined-results.md", text: UndeterminedResultsPage.text),
      GeneratedFile(path: "config/reviewbot.seccomp.json", text: try SystemCallProfile.reviewbot.text),
      GeneratedFile(path: "Documentation/coming-from-swiftlint.md", text: SwiftLintComparison.page(links: pages.links)),
    ] + pages.files + (try LevelLists(in: folder).files)
  }

  private func superfluousPages(_ files: [GeneratedFile]) -> [String] {
    let pages = Set(files.map(\.path))
    return folder.files(below: BuiltInRules.pages, suffix: ".md").filter { !pages.contains($0) }
  }
}

/// A file that is written by this program.
struct GeneratedFile: Hashable {
  let path: String
  let text: String
}
