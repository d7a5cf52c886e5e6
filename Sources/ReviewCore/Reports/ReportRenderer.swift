// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Turns a report into text for one kind of reader.
package protocol ReportRenderer: Sendable {
  func render(_ report: Report) throws -> String
}
