// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One step between what rules found and what the report says.
protocol FindingFilter: Sendable {
  func apply(to batch: inout FindingBatch)
}
