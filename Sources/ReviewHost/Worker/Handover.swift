// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
package import SystemPackage
package import WorkerProtocol

extension WorkerLeftovers {
  /// To be called when nothing of the review runs any more.
  ///
  /// - Returns: why something is not kept. The review is none the worse for it.
  package func takeOver(builds kept: FilePath, classifications folder: FilePath) async -> String? {
    ClassificationDirectory(folder).takeOver(from: classifications)
    do {
      try await BuildHandover(to: kept).takeOver(from: builds)
      return nil
    } catch {
      return "the build of the base is not kept: \(error)"
    }
  }
}
