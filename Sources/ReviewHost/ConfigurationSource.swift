// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import ReviewContract
package import SystemPackage

/// Reads the configuration of a review from a file, a repository or a working tree.
package struct ConfigurationSource: Sendable {
  private static let largestFile = 64 << 10

  package let catalogue: RuleCatalogue

  package init(catalogue: RuleCatalogue) {
    self.catalogue = catalogue
  }

  /// Reads the file named with `--config`.
  ///
  /// - Throws: ``UsageError`` if it cannot be read, `ConfigurationError` if it is invalid.
  package func read(file: String) throws -> ReviewConfiguration {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("the configuration \(file) cannot be read", remedy: "check --config and the file's permissions")
    }
    return try read(text: String(decoding: data, as: UTF8.self), file: file)
  }

  /// Parses a repository's configuration; returns the defaults if `text` is `nil`.
  ///
  /// - Parameter file: the file name for error messages.
  package func read(text: String?, file: String = ConfigurationReader.fileName) throws -> ReviewConfiguration {
    guard let text else { return ReviewConfiguration(catalogue: catalogue) }
    return try ConfigurationReader(catalogue: catalogue).read(text: text, file: file)
  }

  /// Reads the configuration of a working tree; returns the defaults if it has none.
  package func read(workingTree root: FilePath) throws -> ReviewConfiguration {
    do {
      return try read(
        text: try ContainedDirectory(root).text(at: ConfigurationReader.fileName, limit: Self.largestFile))
    } catch ContainedDirectory.Failure.missing {
      return try read(text: nil)
    } catch let failure as ContainedDirectory.Failure {
      throw UsageError(
        "\(root.appending(ConfigurationReader.fileName)) cannot be read: \(failure)",
        remedy: "make it a small regular file")
    }
  }
}

extension ConfigurationError: ExplainedError {
  package var status: ExitStatus { .usage }
}
