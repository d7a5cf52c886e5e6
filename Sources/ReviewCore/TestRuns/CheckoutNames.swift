// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// What folders are called in every sandbox, so that a build folder is good for the next run wherever that is on this
/// machine: SwiftPM and the compiler write absolute paths into it.
package enum CheckoutNames {
  /// The checkout, with the build folders in it.
  package static let source: FilePath = "/box/source"
  /// The home folder and results of one run.
  package static let run: FilePath = "/box/run"
  /// The work on coverage.
  package static let coverage: FilePath = "/box/coverage"
}
