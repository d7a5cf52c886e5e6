// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewServer

/// The parts of `serve` that a test of many daemons replaces, so that hundreds of reviews fit into minutes.
package struct ServeSubstitutes: Sendable {
  /// The reviewer that replaces the pipeline, without a toolchain and a sandbox. Only in processes that are workers.
  package var reviewer: (any CommitReviewer)?
  /// The number of lost processes after which a job fails. It must be raised if processes are killed on purpose.
  package var maximumLosses: Int?

  package init() {}
}
