// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Coverage
import SwiftBuild
import SystemPackage

/// What a review leaves for the ones after it. It cannot write where that is kept: whoever reads what the code under review wrote
/// must not be able to change what other reviews start from.
struct LeftBehind: Sendable {
  let builds: FilePath
  let classifications: FilePath

  /// - Parameter results: the folder of the review's results, which the code under review does not see.
  init(in results: FilePath) {
    builds = results.appending("left-builds")
    classifications = results.appending("left-classifications")
  }

  /// To be called when nothing of the review runs any more.
  ///
  /// - Returns: why something is not kept. The review is none the worse for it.
  func takeOver(builds kept: FilePath, classifications folder: FilePath) async -> String? {
    ClassificationHandover.takeOver(from: classifications, to: folder)
    do {
      try await BuildHandover(to: kept).takeOver(from: builds)
      return nil
    } catch {
      return "the build of the base is not kept: \(error)"
    }
  }
}
