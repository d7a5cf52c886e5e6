// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// Reads `.reviewbot.yml`.
package struct ConfigurationReader: Sendable {
  private let catalogue: RuleCatalogue

  package init(catalogue: RuleCatalogue) {
    self.catalogue = catalogue
  }

  /// The configuration, with defaults for what is not written.
  ///
  /// - Parameter file: the file's name, for messages.
  /// - Throws: ``ConfigurationError`` with everything that is wrong.
  package func read(text: String, file: String) throws(ConfigurationError) -> ReviewConfiguration {
    var problems = ProblemList(file: file)
    var configuration = ReviewConfiguration(catalogue: catalogue)
    let start = YAMLMark(line: 1, column: 1)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { throw problems.error }
    switch root?.content {
    case .mapping(let entries):
      if !entries.contains(where: { $0.key == "version" }) {
        problems.add("the version is missing", at: root?.mark ?? start, remedy: "begin the file with version: 1")
      }
      for entry in entries { read(entry, into: &configuration, &problems) }
    case nil, .empty: problems.add("the file is empty", at: start, remedy: "write version: 1, or remove the file")
    case .scalar, .sequence:
      problems.add("the file is not a mapping", at: root?.mark ?? start, remedy: "begin the file with version: 1")
    }
    guard problems.isEmpty else { throw problems.error }
    return configuration
  }

  private func read(
    _ entry: YAMLNode.Entry, into configuration: inout ReviewConfiguration, _ problems: inout ProblemList
  ) {
    switch entry.key {
    case "version": checkVersion(entry.value, &problems)
    case CheckoutSection.name: section(entry, &configuration.checkout, &problems)
    case BuildSection.name: section(entry, &configuration.build, &problems)
    case TestsSection.name: section(entry, &configuration.tests, &problems)
    case CoverageSection.name: section(entry, &configuration.coverage, &problems)
    case CommentSection.name: section(entry, &configuration.comment, &problems)
    case PathsSection.name: section(entry, &configuration.paths, &problems)
    case RulesReader.name: RulesReader(catalogue: catalogue).read(entry.value, &configuration.rules, &problems)
    default: problems.addUnknown("section", entry, among: Self.names)
    }
  }

  static let names = ["version"] + ReviewConfiguration.sections.map { $0.name } + [RulesReader.name]

  private func checkVersion(_ node: YAMLNode, _ problems: inout ProblemList) {
    guard node.content != .scalar("\(ReviewConfiguration.version)") else { return }
    problems.add(
      "version: expected \(ReviewConfiguration.version), found \(node.kind)", at: node.mark,
      remedy: "this reviewbot reads version \(ReviewConfiguration.version)")
  }

  private func section<Section: ConfigurationSection>(
    _ entry: YAMLNode.Entry, _ section: inout Section, _ problems: inout ProblemList
  ) {
    let keys = Section.keys
    switch entry.value.content {
    // All keys may be commented out.
    case .empty: return
    case .scalar, .sequence:
      problems.add("\(entry.key): expected keys, found \(entry.value.kind)", at: entry.value.mark)
    case .mapping(let entries):
      for entry in entries {
        guard let key = keys.first(where: { $0.name == entry.key }) else {
          problems.addUnknown("key", entry, among: keys.map(\.name))
          continue
        }
        do {
          try key.read(entry.value, &section)
        } catch {
          problems.add(error, of: key.name, at: entry.value.mark)
        }
      }
    }
  }
}

extension ReviewConfiguration {
  /// In the order of the file; `rules` comes after them.
  static let sections: [any ConfigurationSection.Type] = [
    CheckoutSection.self, BuildSection.self, TestsSection.self, CoverageSection.self, CommentSection.self,
    PathsSection.self,
  ]
}
