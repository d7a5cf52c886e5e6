// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import ReviewHost
import ReviewServer

/// What the reviews of a daemon have stored of base branches: the coverage, and the results of tests.
package enum SharedHistories {
  /// - Parameter file: the operator's file.
  package static func read(_ file: String) async throws -> [BranchHistory] {
    let location = QueueLocation(try ServerConfigurationReader().read(file: file), file: file)
    guard location.isShared else { return BranchHistory.all(in: HomeDirectory(path: location.folder.path).results) }
    guard let output = try location.readerAndOutput().output else { preconditionFailure("the queue is shared") }
    return try await BranchHistory.all(sharedBy: SharedBaseResults(output))
  }

  /// The results of tests.
  ///
  /// - Parameter file: the operator's file.
  package static func tests(_ file: String) async throws -> [BranchTests] {
    let configuration = try ServerConfigurationReader().read(file: file)
    let location = QueueLocation(configuration, file: file)
    let home = HomeDirectory(path: location.folder.path)
    guard location.isShared else { return BranchTests.all(in: home) }
    guard let output = try location.readerAndOutput().output else { preconditionFailure("the queue is shared") }
    let memory = RepositoryMemory(
      home, sharedBy: SharedBaseResults(output), retention: configuration.retention.tests.duration)
    return try await memory.allTests(on: configuration.forges.map { forge in { forge.repository($0) } })
  }
}
