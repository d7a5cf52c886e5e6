// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The `defaults` of the operator's file: keys of `.reviewbot.yml` that repositories can tighten but not loosen.
package struct OperatorDefaults: Hashable, Codable, Sendable {
  static let name = "defaults"
  static let lockedName = "locked"

  /// The operator's file, for messages and origins.
  package var file: String
  /// The keys without `locked`.
  let entries: [YAMLNode.Entry]
  /// The keys that repositories cannot change, by their names such as `coverage.target`.
  let locked: [LockedKey]

  /// A key of `locked`, and its location.
  struct LockedKey: Hashable, Codable, Sendable {
    let name: String
    let mark: YAMLMark
  }

  /// Reads the form of the mapping; ``validate(_:)`` reads its values.
  init(_ node: YAMLNode, file: String = "") throws(ValueError) {
    guard case .mapping(var entries) = node.content else {
      throw ValueError("expected keys of .reviewbot.yml, found \(node.kind)")
    }
    if let extends = entries.first(where: { $0.key == ExtendedFiles.name }) {
      throw ValueError(
        "\(ExtendedFiles.name): not supported here, because the defaults belong to no repository",
        remedy: "write the values here", at: extends.mark)
    }
    var locked: [LockedKey] = []
    if let entry = entries.first(where: { $0.key == Self.lockedName }) {
      guard case .sequence(let items) = entry.value.content else {
        throw ValueError(
          "\(Self.lockedName): expected a list of keys such as coverage.target, found \(entry.value.kind)",
          at: entry.value.mark)
      }
      for item in items {
        guard case .scalar(let name) = item.content else {
          throw ValueError("\(Self.lockedName): expected a key such as coverage.target", at: item.mark)
        }
        locked.append(LockedKey(name: name, mark: item.mark))
      }
      entries.removeAll { $0.key == Self.lockedName }
    }
    self.file = file
    self.entries = entries
    self.locked = locked
  }

  /// Reads `--defaults FILE`: the operator's file, or a file with the contents of its `defaults`.
  ///
  /// - Throws: ``ConfigurationError`` with all problems of the file.
  package init(text: String, file: String, catalogue: RuleCatalogue) throws(ConfigurationError) {
    var problems = ProblemList(file: file)
    let root = RootReader<ReviewConfiguration>(emptyRemedy: "write the defaults of the server")
    guard let locations = root.entries(of: text, &problems), problems.isEmpty else { throw problems.error }
    let defaultsNode = locations.entries.first { $0.key == Self.name }?.value
    do throws(ValueError) {
      self = try OperatorDefaults(
        defaultsNode ?? YAMLNode(content: .mapping(locations.entries), mark: locations.mark), file: file)
    } catch {
      problems.add(error, of: Self.name, at: defaultsNode?.mark ?? locations.mark)
      throw problems.error
    }
    try validate(catalogue)
  }

  /// - Throws: ``ConfigurationError`` with all invalid values and names.
  package func validate(_ catalogue: RuleCatalogue) throws(ConfigurationError) {
    var configuration = ReviewConfiguration(catalogue: catalogue)
    try ConfigurationReader(catalogue: catalogue).apply(self, to: &configuration)
    var problems = ProblemList(file: file)
    let names = ReviewConfiguration.guardedKeys.map(\.name) + catalogue.rules.map { "\(RulesReader.name).\($0.id)" }
    let custom = configuration.lint.custom.flatMap { ["lint.custom.\($0.id)", "\(RulesReader.name).\($0.id)"] }
    let pullRequest = catalogue.changeRules.map { "\(DefaultsGuard.changeRulesName).\($0.id)" }
    for key in locked where !(names + custom + pullRequest).contains(key.name) {
      let nearest = NearestName.find(for: key.name, in: names + custom + pullRequest)
      problems.add(
        "\(Self.lockedName): unknown key \(shown(key.name))", at: key.mark,
        remedy: nearest.map { "did you mean \($0)?" } ?? "name a key with its section, as in coverage.target")
    }
    guard problems.isEmpty else { throw problems.error }
  }

  /// Returns the node of a value, by the name of its key such as `coverage.target`.
  func node(_ name: String) -> YAMLNode? { entries.node(at: name.split(separator: ".").map(String.init))?.value }
}

extension [YAMLNode.Entry] {
  /// Returns the entry at a path of keys.
  func node(at path: [String]) -> YAMLNode.Entry? {
    guard let name = path.first, let entry = first(where: { $0.key == name }) else { return nil }
    if path.count == 1 { return entry }
    guard case .mapping(let entries) = entry.value.content else { return nil }
    return entries.node(at: [String](path.dropFirst()))
  }
}

extension ConfigurationCodec<OperatorDefaults?> {
  static var operatorDefaults: ConfigurationCodec {
    let description = CodecDescription(
      expectation: "mapping with keys of .reviewbot.yml, and locked",
      schema: ["type": "object", "properties": ["locked": ["type": "array", "items": ["type": "string"]]]])
    return ConfigurationCodec(description: description, text: { _ in "" }) { (node) throws(ValueError) in
      node.content == .empty ? nil : try OperatorDefaults(node)
    }
  }
}
