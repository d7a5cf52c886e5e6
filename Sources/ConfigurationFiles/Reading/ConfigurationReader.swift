// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Reads `.reviewbot.yml`.
package struct ConfigurationReader: Sendable {
  /// The name of the configuration file at the root of a repository.
  package static let fileName = ".reviewbot.yml"
  /// The other usual ending of YAML files, which is not read.
  package static let mistakenName = ".reviewbot.yaml"

  private let catalogue: RuleCatalogue
  /// The settings that repositories cannot loosen.
  private let defaults: OperatorDefaults?
  /// Whether no note names the rules of SwiftLint's configuration that are not available.
  package var hidesUnavailableRules = false

  package init(catalogue: RuleCatalogue, defaults: OperatorDefaults? = nil) {
    self.catalogue = catalogue
    self.defaults = defaults
  }

  /// Reads a configuration, with defaults for missing keys, without SwiftLint's configuration.
  ///
  /// - Parameter file: the file's name, for messages.
  /// - Throws: ``ConfigurationError`` with all problems of the file.
  package func read(text: String, file: String) throws(ConfigurationError) -> ReviewConfiguration {
    var notes: [String] = []
    return try read(text: text, file: file, files: .none, notes: &notes)
  }

  /// Reads a configuration, with defaults for missing keys, over SwiftLint's configuration.
  ///
  /// - Parameters:
  ///   - text: `nil` for a repository without the file.
  ///   - file: the file's name, for messages.
  ///   - files: the files with SwiftLint's configuration.
  ///   - notes: receives the parts of SwiftLint's configuration without effect.
  /// - Throws: ``ConfigurationError`` with all problems of a file.
  package func read(
    text: String?, file: String, files: RepositoryFiles, notes: inout [String]
  ) throws(ConfigurationError) -> ReviewConfiguration {
    let loaded = try load(text: text, file: file, files: files)
    notes += loaded.notes
    return loaded.configuration
  }

  /// Reads a configuration like ``read(text:file:files:notes:)``, with the origin of each of its values.
  package func load(
    text: String?, file: String, files: RepositoryFiles
  ) throws(ConfigurationError) -> LoadedConfiguration {
    var notes: [String] = []
    var configuration = ReviewConfiguration(catalogue: catalogue)
    var layers = LoadedConfiguration.Layers()
    let root = RootReader<ReviewConfiguration>(emptyRemedy: "add version: 1, or remove the file")
    var extended = ExtendedFiles(files: files, root: root)
    let sources = try text.map { text throws(ConfigurationError) in try extended.load(text, file) } ?? []
    if let defaults {
      try layers.add(defaults.file, &configuration) { configuration throws(ConfigurationError) in
        try apply(defaults, to: &configuration)
      }
    }
    let operators = configuration
    let named = sources.flatMap { $0.customRules }
    var swiftLint: String?
    for source in sources {
      try layers.add(source.name, &configuration) { configuration throws(ConfigurationError) in
        try readSections(source, defining: named, into: &configuration)
      }
    }
    let loader = SwiftLintLoader(files: files)
    let hasRules = sources.contains { $0.entries.contains { $0.key == RulesReader.name } }
    if let path = configuration.swiftLintFile(hasRules: hasRules) {
      if let imported = try loader.load(path) {
        swiftLint = path
        try layers.add(path, &configuration) { configuration throws(ConfigurationError) in
          try configuration.apply(
            imported, with: loader, catalogue, hidesUnavailable: hidesUnavailableRules, notes: &notes)
        }
      } else if !configuration.lint.swiftlint.isEmpty {
        notes.append("lint.swiftlint: \(shown(path)) was not found")
      }
    }
    for source in sources {
      try layers.add(source.name, &configuration) { configuration throws(ConfigurationError) in
        var problems = ProblemList(file: source.name)
        readRules(source, into: &configuration, &problems)
        guard problems.isEmpty else { throw problems.error }
      }
    }
    if let defaults {
      let keeper = DefaultsGuard(
        defaults: defaults, operators: operators, catalogue: catalogue, sources: sources, swiftLint: swiftLint)
      try layers.add(defaults.file, &configuration) { configuration throws(ConfigurationError) in
        notes += keeper.apply(to: &configuration)
      }
    }
    return LoadedConfiguration(
      configuration: configuration, defaults: ReviewConfiguration(catalogue: catalogue), file: file, layers: layers,
      notes: notes + configuration.patternNotes)
  }

  /// Sets the operator's values.
  func apply(
    _ defaults: OperatorDefaults, to configuration: inout ReviewConfiguration
  ) throws(ConfigurationError) {
    let source = ExtendedFiles.File(name: defaults.file, entries: defaults.entries)
    try readSections(source, defining: source.customRules, into: &configuration)
    var problems = ProblemList(file: source.name)
    readRules(source, into: &configuration, &problems)
    guard problems.isEmpty else { throw problems.error }
  }

  /// Returns whether a valid configuration extends others.
  package func extendsFiles(_ text: String) -> Bool {
    var problems = ProblemList(file: "")
    let root = RootReader<ReviewConfiguration>(emptyRemedy: "")
    return root.entries(of: text, &problems)?.entries.contains { $0.key == ExtendedFiles.name } == true
  }

  /// Reads everything except the parts that SwiftLint's configuration changes.
  ///
  /// - Parameter named: the custom rules that are defined by files and may not be read yet.
  private func readSections(
    _ source: ExtendedFiles.File, defining named: [CustomRule], into configuration: inout ReviewConfiguration
  ) throws(ConfigurationError) {
    var problems = ProblemList(file: source.name)
    let misplaced = MisplacedRules(catalogue: catalogue)
    for entry in source.entries where entry.key != RulesReader.name {
      // A section can have the name of a rule, such as tests.
      guard ReviewConfiguration.names.contains(entry.key) || !misplaced.report(entry, &problems) else { continue }
      let entry = misplaced.removing(from: entry, &problems)
      var rest = entry
      var changeRules: YAMLNode?
      var overrides: YAMLNode?
      switch entry.key {
      case LintSection.name: rest = entry.without(LintSection.overridesName, &overrides)
      case PullRequestSection.name: rest = entry.without(PullRequestSection.rulesName, &changeRules)
      default: break
      }
      let inherited = configuration.lint.custom
      RootReader<ReviewConfiguration>(emptyRemedy: "").read(rest, into: &configuration, &problems)
      if entry.key == LintSection.name, let custom = entry.value["custom"] {
        let declared = configuration.lint.custom
        CustomRulesValidation(catalogue: catalogue).check(declared, custom, &problems)
        configuration.lint.custom = inherited.filter { rule in !declared.contains { $0.id == rule.id } } + declared
      }
      if let changeRules {
        configuration.pullRequest.rules = ChangeRulesReader(catalogue: catalogue).read(changeRules, &problems)
      }
    }
    guard problems.isEmpty else {
      // Report all problems at once, including the sections that are read last.
      readRules(source, defining: named, into: &configuration, &problems)
      throw problems.error
    }
  }

  /// - Parameter named: like for ``readSections(_:defining:into:)``, if one of the files has problems.
  private func readRules(
    _ source: ExtendedFiles.File, defining named: [CustomRule] = [], into configuration: inout ReviewConfiguration,
    _ problems: inout ProblemList
  ) {
    let reader = RulesReader(catalogue: catalogue, custom: configuration.definedCustomRules + named)
    if let rules = source.entries.first(where: { $0.key == RulesReader.name }) {
      reader.read(rules.value, &configuration.rules, &problems)
    }
    if let lint = source.entries.first(where: { $0.key == LintSection.name }),
      let overrides = lint.value[LintSection.overridesName]
    {
      configuration.lint.overrides += OverridesReader(reader: reader)
        .read(overrides, over: configuration.rules, &problems)
    }
  }

  /// Returns the defaults, with one file of SwiftLint applied.
  ///
  /// - Parameter text: the text of the file at `path`; files that it names are looked up in `files`.
  package func read(
    swiftLint text: String, path: String, files: RepositoryFiles, notes: inout [String]
  ) throws(ConfigurationError) -> ReviewConfiguration {
    var configuration = ReviewConfiguration(catalogue: catalogue)
    // As in SwiftLint, a file that the caller names is the only one.
    let loader = SwiftLintLoader(files: RepositoryFiles(text: files.text))
    try configuration.apply(
      try loader.load(text, path), with: loader, catalogue, hidesUnavailable: hidesUnavailableRules, notes: &notes)
    return configuration
  }
}

extension ReviewConfiguration {
  /// Returns the path of SwiftLint's configuration; `nil` if it is ignored.
  fileprivate func swiftLintFile(hasRules: Bool) -> String? {
    switch lint.swiftlint {
    case "off": nil
    case "": hasRules ? nil : SwiftLintReader.fileName
    default: lint.swiftlint
    }
  }

  /// Adds SwiftLint's configuration. Paths of this configuration take precedence.
  fileprivate mutating func apply(
    _ swiftLint: SwiftLintConfiguration, with loader: SwiftLintLoader, _ catalogue: RuleCatalogue,
    hidesUnavailable: Bool,
    notes: inout [String]
  ) throws(ConfigurationError) {
    let choices = swiftLint.choices(catalogue)
    var notRun = swiftLint.rulesNotRun(catalogue)
    // The choices for the operator's custom rules are kept.
    rules.merge(choices.rules) { $1 }
    notes += choices.notes
    if lint.included.isEmpty { lint.included = swiftLint.included }
    lint.excluded += swiftLint.excluded
    lint.customRules = swiftLint.customRules(catalogue, notes: &notes)
    lint.warningThreshold = swiftLint.warningThreshold
    if lint.baseline.isEmpty { lint.baseline = swiftLint.baseline ?? "" }
    for (folder, nested) in try loader.nested(in: swiftLint, notes: &notes) {
      let choices = nested.choices(catalogue)
      notRun.formUnion(nested.rulesNotRun(catalogue))
      notes += choices.notes.filter { !notes.contains($0) }
      guard let glob = Glob(folder) else { continue }
      lint.overrides.append(
        RuleOverride(
          paths: [glob], rules: choices.rules.filter { $0.value != rules[$0.key] },
          customRules: nested.customRules(catalogue, notes: &notes)))
    }
    notes += notRun.notes(catalogue, onlyUnknown: hidesUnavailable || lint.unavailableRules == .ignore)
  }
}

extension ExtendedFiles.File {
  /// The names of the rules of `lint.custom`, even if they cannot be read.
  fileprivate var customRules: [CustomRule] {
    guard let custom = entries.node(at: [LintSection.name, "custom"]), case .sequence(let items) = custom.value.content
    else { return [] }
    return items.compactMap { item in
      guard case .scalar(let id) = item["id"]?.content else { return nil }
      return CustomRule(id: id, regex: "")
    }
  }
}

extension YAMLNode {
  /// The value of a key; nil if it is not a mapping with the key.
  fileprivate subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

extension YAMLNode.Entry {
  /// Returns the mapping without a key, whose value is stored in `value`.
  fileprivate func without(_ key: String, _ value: inout YAMLNode?) -> YAMLNode.Entry {
    guard case .mapping(let entries) = self.value.content, let found = entries.first(where: { $0.key == key }) else {
      return self
    }
    value = found.value
    let rest = YAMLNode(content: .mapping(entries.filter { $0.key != key }), mark: self.value.mark)
    return YAMLNode.Entry(key: self.key, mark: mark, value: rest)
  }
}
