// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A line that a child wrote, without its line end.
package struct OutputLine: Hashable, Sendable {
  package enum Stream: Hashable, Sendable {
    case output, error
  }

  package let stream: Stream
  package let text: String
}
