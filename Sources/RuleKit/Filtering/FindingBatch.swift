// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// All findings, on their way through the filters.
struct FindingBatch: Sendable {
  var findings: [FoundFinding]
  var notes: [String]
  /// By path.
  let suppressions: [String: Suppressions]
}
