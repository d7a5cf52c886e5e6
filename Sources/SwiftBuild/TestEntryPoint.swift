// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import ReviewContract

/// A package's own entry point for its tests, which Linux needed before SwiftPM discovered tests. SwiftPM uses it
/// instead of the generated one: XCTest runs the tests that the file lists, and Swift Testing does not run.
package enum TestEntryPoint {
  /// SwiftPM's `testEntryPointNames`.
  private static let names = ["XCTMain.swift", "LinuxMain.swift"]

  /// The paths where SwiftPM searches for one: in the folders around each test target, up to the package.
  ///
  /// - Parameter package: relative to the checkout's root; empty for the root itself.
  package static func paths(in package: String, _ layout: PackageLayout) -> Set<String> {
    let start = package.split(separator: "/").count
    let folders = layout.targets.filter { $0.type == "test" }.reduce(into: Set<String>()) { folders, target in
      guard target.path.hasPrefix(package) else { return }
      let parts = target.path.split(separator: "/")
      for count in start..<max(start, parts.count) { folders.insert(parts.prefix(count).joined(separator: "/")) }
    }
    return Set(folders.flatMap { folder in names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" } })
  }

  /// - Parameters:
  ///   - package: relative to the checkout's root; empty for the root itself.
  ///   - checkout: the checkout before the tests run, because they could write such a file.
  static func exists(in package: String, _ layout: PackageLayout, _ checkout: ContainedDirectory) -> Bool {
    paths(in: package, layout).contains { (try? checkout.file(at: $0)) != nil }
  }
}
