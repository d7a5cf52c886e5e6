// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// What is known of the lines of one file.
struct ClassifiedLines: Hashable, Sendable {
  /// By 1-based line.
  var states: [Int: LineState] = [:]
  /// Lines that hold nothing but a statement that ends the program, and that no test came to.
  var unreachable = LineSet()
}
