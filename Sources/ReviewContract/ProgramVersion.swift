// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which version of reviewbot this is.
package enum ProgramVersion {
  package static let number = "0.1.0"
  /// How the program names itself in reports and to forges.
  package static let tool = "reviewbot \(number)"
}
