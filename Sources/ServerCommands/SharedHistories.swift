// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import ReviewContract
package import ReviewHost
import ReviewServer

/// What the reviews of a daemon have stored of base branches: the coverage, and the results of tests.
package struct SharedHistories: Sendable {
  package let memory: RepositoryMemory
  /// Return a repository by its name.
  package let forges: [@Sendable (String) -> Repository]

  /// - Parameter file: the operator's file.
  package init(_ file: String) async throws {
    let configuration = try ServerConfigurationReader().read(file: file)
    let location = QueueLocation(configuration, file: file)
    let output = location.isShared ? try location.readerAndOutput().output : nil
    memory = RepositoryMemory(
      HomeDirectory(path: location.folder.path), sharedBy: output.map { SharedBaseResults($0) },
      retention: configuration.retention.tests.duration)
    forges = configuration.forges.map { forge in { forge.repository($0) } }
  }
}
