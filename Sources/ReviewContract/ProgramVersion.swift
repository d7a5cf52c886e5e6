// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The version of reviewbot.
package enum ProgramVersion {
  package static let number = "0.1.0"
  /// The name and version of the program in reports and in requests to forges.
  package static let tool = "reviewbot \(number)"
}
