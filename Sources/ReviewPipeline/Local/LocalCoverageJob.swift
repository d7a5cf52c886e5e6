// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

/// What of a working tree is measured, and from what.
package struct LocalCoverageJob: Sendable {
  package enum Source: Hashable, Sendable {
    /// Build the packages and run their tests.
    case tests
    /// Read profiles of an earlier run, `.profdata` or `.profraw`, of these programs; none means those in the build folder.
    case profiles([FilePath], programs: [FilePath])
    /// Read reports, llvm-cov's JSON or LCOV, whose paths may have other beginnings.
    case reports([FilePath], prefixes: [PathPrefix])
  }

  package let local: LocalChange
  package let settings: ReviewSettings
  package let source: Source
  /// An empty folder to work in.
  package let folder: FilePath

  package init(local: LocalChange, settings: ReviewSettings, source: Source, folder: FilePath) {
    self.local = local
    self.settings = settings
    self.source = source
    self.folder = folder
  }

  func testRequest(_ package: String, number: Int) -> TestRequest {
    TestRequest(
      side: .head, package: local.root.pushing(FilePath(package)), repositoryRoot: local.root,
      results: folder.appending("\(number)"), arguments: settings.buildArguments, buildLimit: settings.buildLimit,
      testLimit: settings.testLimit, flaky: settings.flaky)
  }

  /// An empty folder for the package of this number.
  func scratch(_ number: Int) throws -> FilePath {
    let scratch = folder.appending("\(number)")
    try ContainedDirectory(making: folder).makeDirectory("\(number)")
    return scratch
  }
}
