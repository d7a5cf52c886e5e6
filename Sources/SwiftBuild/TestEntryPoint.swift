// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The entry point that a package can have for its tests, which Linux needed before SwiftPM discovered tests. SwiftPM uses
/// it instead of its own: XCTest runs what the file lists, and Swift Testing does not run.
enum TestEntryPoint {
  /// SwiftPM's `testEntryPointNames`.
  static let names = ["XCTMain.swift", "LinuxMain.swift"]

  /// Looks where SwiftPM looks: in the folders around each test target, up to the package.
  ///
  /// - Parameters:
  ///   - package: from the checkout's root; empty for the root itself.
  ///   - checkout: before the tests run, which could write such a file.
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
