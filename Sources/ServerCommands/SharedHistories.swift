// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import ReviewHost
import ReviewServer

/// The coverage of base branches that the reviews of a daemon measured.
package enum SharedHistories {
  /// - Parameter file: the operator's file.
  package static func read(_ file: String) async throws -> [BranchHistory] {
    let location = QueueLocation(try ServerConfigurationReader().read(file: file), file: file)
    guard location.isShared else { return BranchHistory.all(in: HomeDirectory(path: location.folder.path).results) }
    guard let output = try location.readerAndOutput().output else { preconditionFailure("the queue is shared") }
    return try await BranchHistory.all(sharedBy: SharedBaseResults(output))
  }
}
