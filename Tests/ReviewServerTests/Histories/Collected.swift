// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Collects values of closures that run concurrently.
final class Collected<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func append(_ value: Value) { values.withLock { $0.append(value) } }
}
