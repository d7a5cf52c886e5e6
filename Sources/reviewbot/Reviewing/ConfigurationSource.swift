// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import ReviewContract
import SystemPackage

/// Where the configuration comes from.
struct ConfigurationSource: Sendable {
  static let fileName = ".reviewbot.yml"
  private static let largestFile = 64 << 10

  let catalogue: RuleCatalogue

  /// The caller's own file.
  func read(file: String) throws -> ReviewConfiguration {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("the configuration \(file) cannot be read", remedy: "check --config and the file's permissions")
    }
    return try read(text: String(decoding: data, as: UTF8.self), file: file)
  }

  /// A repository's file; the defaults without one.
  func read(text: String?, file: String = ConfigurationSource.fileName) throws -> ReviewConfiguration {
    guard let text else { return ReviewConfiguration(catalogue: catalogue) }
    return try ConfigurationReader(catalogue: catalogue).read(text: text, file: file)
  }

  /// The file of a working tree.
  func read(workingTree root: FilePath) throws -> ReviewConfiguration {
    do {
      return try read(text: try ContainedDirectory(root).text(at: Self.fileName, limit: Self.largestFile))
    } catch ContainedDirectory.Failure.missing {
      return try read(text: nil)
    } catch let failure as ContainedDirectory.Failure {
      throw UsageError(
        "\(root.appending(Self.fileName)) cannot be read: \(failure)", remedy: "make it a small regular file")
    }
  }
}

extension ConfigurationError: ExplainedError {
  var status: ExitStatus { .usage }
}
