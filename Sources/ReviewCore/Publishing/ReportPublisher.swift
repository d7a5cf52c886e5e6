// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Shows a review on a forge.
package protocol ReportPublisher: Sendable {
  /// Makes the forge show exactly this. Publishing twice is the same as publishing once.
  ///
  /// - Parameter isDryRun: reads, but only says what would be written.
  /// - Throws: ``ForgeError``. A token that may not write is not an error but a ``Receipt`` that says so.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt
}
