// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
package import SystemPackage
package import WorkerProtocol

extension WorkerLeftovers {
  /// Validates the worker's cache entries and moves them to the caches. Call it after the review's last process has
  /// ended.
  ///
  /// - Returns: the reason if the build of the base cannot be cached; the review's result is valid in either case.
  package func takeOver(builds kept: FilePath, classifications folder: FilePath) async -> String? {
    ClassificationDirectory(folder).takeOver(from: classifications)
    do {
      try await BuildHandover(to: kept).takeOver(from: builds)
      return nil
    } catch {
      return "cannot cache the build of the base: \(String(systemError: error))"
    }
  }
}
