// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What is known of the lines of one file, by 1-based line.
struct ClassifiedLines: Hashable, Sendable {
  var states: [Int: LineState] = [:]
  /// What of missed and partial lines never ran: half-open ranges of 1-based columns in UTF-8 bytes.
  var idleColumns: [Int: [Range<Int>]] = [:]
  /// Lines with code that do not count. None of them has a state.
  var excluded: [Int: ExcludedReason] = [:]
  /// Whether macros are used, whose own code is not measured.
  var usesMacros = false
}
