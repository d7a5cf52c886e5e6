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

/// What `check` takes from the environment and `serve` from the operator's file.
package enum EnvironmentSettings {
  /// `$REVIEWBOT_FETCH_LIMIT`: the timeout of fetching and checking out together, 30 minutes by default.
  package static func fetchTimeout(_ environment: [String: String]) throws(UsageError) -> TimeSpan {
    let allowed: ClosedRange<TimeSpan> = "1s"..."1d"
    return try value("REVIEWBOT_FETCH_LIMIT", environment, examples: "1s to 1d, such as 90s, 10m or 1h") {
      TimeSpan($0).flatMap { allowed.contains($0) ? $0 : nil }
    } ?? "30m"
  }

  /// `$REVIEWBOT_MIRRORS_LIMIT`: the size of all mirrors together; `nil` for the default.
  package static func mirrorsSize(_ environment: [String: String]) throws(UsageError) -> ByteSize? {
    try value("REVIEWBOT_MIRRORS_LIMIT", environment, examples: "a size such as 500M, 20G or 1T") { ByteSize($0) }
  }

  /// - Returns: `nil` where the variable is not set, or empty.
  private static func value<Value: ConfigurationValue>(
    _ name: String, _ environment: [String: String], examples: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let value = read(text) else {
      throw UsageError("\(name) is not a \(Value.noun)", remedy: "set it to \(examples)")
    }
    return value
  }
}
