// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A package's own entry point for its tests, which Linux needed before SwiftPM discovered tests. SwiftPM uses it
/// instead of the generated one: XCTest runs the tests that the file lists, and Swift Testing does not run.
enum TestEntryPoint {
  /// SwiftPM's `testEntryPointNames`.
  static let names = ["XCTMain.swift", "LinuxMain.swift"]

  /// Searches the folders that SwiftPM searches: those around each test target, up to the package.
  ///
  /// - Parameters:
  ///   - package: relative to the checkout's root; empty for the root itself.
  ///   - checkout: the checkout before the tests run, because they could write such a file.
  static func exists(in package: String, _ layout: PackageLayout, _ checkout: ContainedDirectory) -> Bool {
    let start = package.split(separator: "/").count
    let folders = layout.targets.filter { $0.type == "test" }.reduce(into: Set<String>()) { folders, target in
      guard target.path.hasPrefix(package) else { return }
      let parts = target.path.split(separator: "/")
      for count in start..<max(start, parts.count) { folders.insert(parts.prefix(count).joined(separator: "/")) }
    }
    return folders.contains { folder in
      names.contains { name in (try? checkout.file(at: folder.isEmpty ? name : "\(folder)/\(name)")) != nil }
    }
  }
}
