// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// One step that waits to be committed together with others.
struct PendingWrite: Sendable {
  /// Does the step; returns what tells the caller once it is on disk.
  let attempt: @Sendable (QueueTransaction) throws -> @Sendable () -> Void
  let refuse: @Sendable (QueueError) -> Void
}
