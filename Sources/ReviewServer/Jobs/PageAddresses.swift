// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue

/// The addresses of the web pages.
package struct PageAddresses: Hashable, Sendable {
  /// The public address of the pages, without a slash at its end.
  package let origin: String

  package init(origin: String) { self.origin = origin }

  package func review(_ job: ReviewJob.ID) -> String { "\(origin)/r/\(job)" }
}
