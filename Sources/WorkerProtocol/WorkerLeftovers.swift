// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
package import SystemPackage

/// What a review leaves for the ones after it. It cannot write where that is kept: whoever reads what the code under review wrote
/// must not be able to change what other reviews start from.
package struct WorkerLeftovers: Sendable {
  package let builds: FilePath
  package let classifications: FilePath

  /// - Parameter results: the folder of the review's results, which the code under review does not see.
  package init(in results: FilePath) {
    builds = results.appending("left-builds")
    classifications = results.appending("left-classifications")
  }
}
