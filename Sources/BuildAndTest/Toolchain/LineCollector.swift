// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ChildProcess

/// Keeps the lines that a short-lived child writes.
struct LineCollector: Sendable {
  private let lines = Locked<[OutputLine]>([])

  func append(_ line: OutputLine) {
    lines.withLock { $0.append(line) }
  }

  /// The standard output.
  var output: String {
    lines.withLock { $0 }.filter { $0.stream == .output }.map(\.text).joined(separator: "\n")
  }
}
