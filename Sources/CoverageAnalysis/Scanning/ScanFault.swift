// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where a report is not what it should be.
struct ScanFault: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case malformed
    /// The report ends in the middle.
    case truncated
    case unknownVersion
    case tooLarge
  }

  let kind: Kind
  /// In bytes from the start of the report.
  let offset: Int
  /// What is wrong there, as a sentence without a full stop.
  let message: String
}
