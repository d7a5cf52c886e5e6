// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Keeps the lines that a short-lived child writes.
package struct LineCollector: Sendable {
  private let lines = Locked<[OutputLine]>([])

  package init() {}

  package func append(_ line: OutputLine) {
    lines.withLock { $0.append(line) }
  }

  /// The standard output.
  package var output: String {
    lines.withLock { $0 }.filter { $0.stream == .output }.map(\.text).joined(separator: "\n")
  }
}
