// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Values from callbacks on any thread.
final class Recorded<Value: Sendable>: @unchecked Sendable {
  // Unchecked: every access to `recorded` is inside `lock`.
  private let lock = NSLock()
  private var recorded: [Value] = []

  func append(_ value: Value) { lock.withLock { recorded.append(value) } }
  var values: [Value] { lock.withLock { recorded } }
}
