// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Reads `.reviewbot.yml`.
package struct ConfigurationReader: Sendable {
  private let catalogue: RuleCatalogue
  private let sections = SectionReader(foreign: Self.operatorKeys)

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
    let root = RootReader(version: ReviewConfiguration.version, emptyRemedy: "write version: 1, or remove the file")
    for entry in root.entries(of: text, &problems)?.entries ?? [] { read(entry, into: &configuration, &problems) }
    guard problems.isEmpty else { throw problems.error }
    return configuration
  }

  private func read(
    _ entry: YAMLNode.Entry, into configuration: inout ReviewConfiguration, _ problems: inout ProblemList
  ) {
    switch entry.key {
    case CheckoutSection.name: sections.read(entry, &configuration.checkout, &problems)
    case BuildSection.name: sections.read(entry, &configuration.build, &problems)
    case TestsSection.name: sections.read(entry, &configuration.tests, &problems)
    case CoverageSection.name: sections.read(entry, &configuration.coverage, &problems)
    case CommentSection.name: sections.read(entry, &configuration.comment, &problems)
    case PathsSection.name: sections.read(entry, &configuration.paths, &problems)
    case RulesReader.name: RulesReader(catalogue: catalogue).read(entry.value, &configuration.rules, &problems)
    default: problems.addUnknown("section", entry, among: Self.names, foreign: Self.operatorKeys)
    }
  }

  static let names = ["version"] + ReviewConfiguration.sections.map { $0.name } + [RulesReader.name]

  private static let operatorKeys = ForeignKeys(
    names: ServerConfiguration.names.filter { $0 != "version" }, message: "is not for a repository to set",
    remedy: "it belongs in the operator's file, the one of reviewbot serve --config")
}

extension ReviewConfiguration {
  /// In the order of the file; `rules` comes after them.
  static let sections: [any ConfigurationSection.Type] = [
    CheckoutSection.self, BuildSection.self, TestsSection.self, CoverageSection.self, CommentSection.self,
    PathsSection.self,
  ]
}
