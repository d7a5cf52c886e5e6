// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// How patch coverage is counted and what it is held against.
package struct PatchPolicy: Hashable, Sendable {
  /// What the repository asks for; `nil` means that the number is for information.
  package var target: PercentTarget?
  /// How far below the target is still good.
  package var threshold: PercentTarget?
  package var partials: PartialLines
  /// With fewer measurable lines the number is shown but not held against the target.
  package var minimumLines: Int
  /// Files that do not count.
  package var excluded: [Glob]
  /// Whether lines that were only moved or re-indented count.
  package var moved: MovedLineCounting

  package init(
    target: PercentTarget? = nil, threshold: PercentTarget? = nil, partials: PartialLines = .covered,
    minimumLines: Int = 5, excluded: [Glob] = [], moved: MovedLineCounting = .exclude
  ) {
    self.target = target
    self.threshold = threshold
    self.partials = partials
    self.minimumLines = minimumLines
    self.excluded = excluded
    self.moved = moved
  }
}
