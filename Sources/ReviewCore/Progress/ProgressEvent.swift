// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a review is doing, while it does it.
package enum ProgressEvent: Hashable, Codable, Sendable {
  case started(stage: String)
  case ended(Stage)
  /// A line that a build or a test printed: hostile text.
  case output(line: String)
  /// How far the current stage is.
  case detail(String)
}

/// Takes progress; called from any thread, in order for each stage.
package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void
