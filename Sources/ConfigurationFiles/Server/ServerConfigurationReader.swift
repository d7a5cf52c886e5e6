// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Reads the operator's file.
package struct ServerConfigurationReader: Sendable {
  private static let repositoryKeys = MisplacedKeys(
    names: ConfigurationReader.names.filter { $0 != "version" }, message: "is a key of .reviewbot.yml",
    remedy: "move it to the .reviewbot.yml of a repository")

  private let sections = SectionReader(misplaced: Self.repositoryKeys)
  private let catalogue: RuleCatalogue?

  /// - Parameter catalogue: the rules that `defaults` can set; `nil` if its values are not used.
  package init(catalogue: RuleCatalogue? = nil) {
    self.catalogue = catalogue
  }

  /// Reads the configuration, with defaults for missing keys. ``ServerSecrets/read(_:file:)`` checks the secrets'
  /// files.
  ///
  /// - Parameter file: the path of the file, also for messages.
  /// - Throws: ``ConfigurationError`` with all problems of the file.
  package func read(file: String) throws(ConfigurationError) -> ServerConfiguration {
    let bytes: [UInt8]
    do throws(OperatorFile.Failure) {
      bytes = try OperatorFile(path: file).contents(limit: YAMLText.maximumBytes).bytes
    } catch {
      throw ConfigurationError(problems: [
        Problem(file: file, line: 0, column: 0, message: "the file \(error.message)", remedy: error.remedy)
      ])
    }
    return try read(text: String(decoding: bytes, as: UTF8.self), file: file)
  }

  /// Reads the configuration from a text.
  ///
  /// - Parameter file: the path of the file, for messages only.
  package func read(text: String, file: String) throws(ConfigurationError) -> ServerConfiguration {
    var problems = ProblemList(file: file)
    var configuration = ServerConfiguration()
    let root = RootReader(
      version: ServerConfiguration.version, emptyRemedy: "copy config/reviewbot-server.yml and change it")
    guard let locations = root.entries(of: text, &problems) else { throw problems.error }
    for entry in locations.entries { read(entry, into: &configuration, &problems) }
    for error in configuration.contradictions(locations) {
      problems.add(error.message, at: error.mark ?? locations.mark, remedy: error.remedy)
    }
    configuration.defaults?.file = file
    if let catalogue, let defaults = configuration.defaults {
      do throws(ConfigurationError) {
        try defaults.validate(catalogue)
      } catch {
        problems.add(error.problems)
      }
    }
    guard problems.isEmpty else { throw problems.error }
    return configuration
  }

  private func read(
    _ entry: YAMLNode.Entry, into configuration: inout ServerConfiguration, _ problems: inout ProblemList
  ) {
    switch entry.key {
    case SandboxSection.name: sections.read(entry, &configuration.sandbox, &problems)
    case DependenciesSection.name: sections.read(entry, &configuration.dependencies, &problems)
    case LimitsSection.name: sections.read(entry, &configuration.limits, &problems)
    case RetentionSection.name: sections.read(entry, &configuration.retention, &problems)
    case ReconcileSection.name: sections.read(entry, &configuration.reconcile, &problems)
    case DiscoverySection.name: sections.read(entry, &configuration.discovery, &problems)
    case LogSection.name: sections.read(entry, &configuration.log, &problems)
    default:
      let keys = ServerConfiguration.keys
      if keys.contains(where: { $0.name == entry.key }) {
        sections.read(entry, among: keys, "key", &configuration, &problems)
      } else {
        problems.addUnknown("key", entry, among: ServerConfiguration.names, misplaced: Self.repositoryKeys)
      }
    }
  }
}
