// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewServer

/// What a test of many daemons replaces, so that hundreds of reviews fit into minutes. Everything else is what `serve` runs
/// with.
package struct ServeSubstitutes: Sendable {
  /// Reviews instead of the pipeline; without a toolchain and a sandbox. Only in processes that are workers.
  package var reviewer: (any CommitReviewer)?
  /// A job whose process was lost so often is given up. It has to be raised where processes are killed on purpose.
  package var maximumLosses: Int?
  /// The least time between two writes to a forge.
  package var writeSpacing: Duration?

  package init() {}
}
