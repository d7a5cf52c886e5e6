// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Reads `.reviewbot.yml`.
package struct ConfigurationReader: Sendable {
  /// Of the repository's file, at the root.
  package static let fileName = ".reviewbot.yml"

  private let catalogue: RuleCatalogue
  private let sections = SectionReader(misplaced: Self.operatorKeys)

  package init(catalogue: RuleCatalogue) {
    self.catalogue = catalogue
  }

  /// The configuration, with defaults for missing keys.
  ///
  /// - Parameter file: the file's name, for messages.
  /// - Throws: ``ConfigurationError`` with all problems of the file.
  package func read(text: String, file: String) throws(ConfigurationError) -> ReviewConfiguration {
    var problems = ProblemList(file: file)
    var configuration = ReviewConfiguration(catalogue: catalogue)
    let root = RootReader(version: ReviewConfiguration.version, emptyRemedy: "add version: 1, or remove the file")
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
    default: problems.addUnknown("section", entry, among: Self.names, misplaced: Self.operatorKeys)
    }
  }

  static let names = ["version"] + ReviewConfiguration.sections.map { $0.name } + [RulesReader.name]

  private static let operatorKeys = MisplacedKeys(
    names: ServerConfiguration.names.filter { $0 != "version" }, message: "is a key of the operator's file",
    remedy: "move it to the file of reviewbot serve --config")
}

extension ReviewConfiguration {
  /// In the order of the file; `rules` follows them.
  static let sections: [any ConfigurationSection.Type] = [
    CheckoutSection.self, BuildSection.self, TestsSection.self, CoverageSection.self, CommentSection.self,
    PathsSection.self,
  ]
}

/// Reads the root of a configuration file: a mapping with the version of the format.
struct RootReader {
  let version: Int
  /// The remedy for an empty file.
  let emptyRemedy: String

  /// The keys except the version; `nil` if the file cannot be parsed.
  func entries(of text: String, _ problems: inout ProblemList) -> KeyLocations? {
    let start = YAMLMark(line: 1, column: 1)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { return nil }
    switch root?.content {
    case .mapping(let entries):
      let mark = root?.mark ?? start
      if !entries.contains(where: { $0.key == "version" }) {
        problems.add("version is missing", at: mark, remedy: "begin the file with version: \(version)")
      }
      for entry in entries where entry.key == "version" { check(entry.value, &problems) }
      return KeyLocations(mark: mark, entries: entries.filter { $0.key != "version" })
    case nil, .empty: problems.add("the file is empty", at: start, remedy: emptyRemedy)
    case .scalar, .sequence:
      problems.add(
        "the file is not a mapping", at: root?.mark ?? start, remedy: "begin the file with version: \(version)")
    }
    return nil
  }

  private func check(_ node: YAMLNode, _ problems: inout ProblemList) {
    guard node.content != .scalar("\(version)") else { return }
    problems.add(
      "version: expected \(version), found \(node.kind)", at: node.mark,
      remedy: "this version of reviewbot supports version \(version)")
  }
}

/// Reads the keys of a section.
struct SectionReader: Sendable {
  let misplaced: MisplacedKeys

  func read<Section: ConfigurationSection>(
    _ entry: YAMLNode.Entry, _ section: inout Section, _ problems: inout ProblemList
  ) {
    switch entry.value.content {
    // All keys of a section may be commented out.
    case .empty: return
    case .scalar, .sequence:
      problems.add("\(entry.key): expected keys, found \(entry.value.kind)", at: entry.value.mark)
    case .mapping(let entries):
      for entry in entries { read(entry, among: Section.keys, "key", &section, &problems) }
    }
  }

  /// Reads one key into its holder.
  ///
  /// - Parameter what: the noun for an unknown key in messages.
  func read<Holder>(
    _ entry: YAMLNode.Entry, among keys: [ConfigurationKey<Holder>], _ what: String, _ holder: inout Holder,
    _ problems: inout ProblemList
  ) {
    guard let key = keys.first(where: { $0.name == entry.key }) else {
      problems.addUnknown(what, entry, among: keys.map(\.name), misplaced: misplaced)
      return
    }
    do {
      try key.read(entry.value, &holder)
    } catch {
      problems.add(error, of: key.name, at: entry.value.mark)
    }
  }
}
