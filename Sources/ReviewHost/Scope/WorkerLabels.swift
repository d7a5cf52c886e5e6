// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The labels that this machine offers, and the labels that the operator allows repositories to require.
package struct WorkerLabels: Hashable, Sendable {
  package let offered: Set<WorkerLabel>
  package let allowed: Set<WorkerLabel>

  package init(offered: Set<WorkerLabel>, allowed: Set<WorkerLabel>) {
    self.offered = offered
    self.allowed = allowed
  }

  /// - Parameter wanted: the value of `build.labels`.
  /// - Throws: ``UsageError`` for a label that is not allowed: no machine would run the review. `MissingLabels` if
  ///   another machine can.
  package func check(_ wanted: [WorkerLabel]) throws {
    let refused = wanted.filter { !allowed.contains($0) }
    guard refused.isEmpty else {
      let names = allowed.isEmpty ? "none" : allowed.sorted().map(\.name).joined(separator: ", ")
      throw UsageError(
        "build.labels: this server does not allow the \(WorkerLabel.phrase(refused)); allowed are: \(names)",
        remedy: "remove it, or have the operator add it to allowed_labels")
    }
    if let missing = MissingLabels(wanted: wanted, offered: offered) { throw missing }
  }
}
