// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Reads the operator's file.
package struct ServerConfigurationReader: Sendable {
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
    let root = RootReader<ServerConfiguration>(emptyRemedy: "copy config/reviewbot-server.yml and change it")
    guard let locations = root.entries(of: text, &problems) else { throw problems.error }
    for entry in locations.entries { root.read(entry, into: &configuration, &problems) }
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
}
