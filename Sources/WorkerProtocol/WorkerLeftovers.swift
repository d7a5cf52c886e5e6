// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A review's new cache entries for later reviews. A worker cannot write to the caches: it parses output of the code
/// under review, and must not be able to change what other reviews start from.
package struct WorkerLeftovers: Sendable {
  package let builds: FilePath
  package let classifications: FilePath

  /// - Parameter results: the folder of the review's results, which is not accessible to the code under review.
  package init(in results: FilePath) {
    builds = results.appending("left-builds")
    classifications = results.appending("left-classifications")
  }
}
