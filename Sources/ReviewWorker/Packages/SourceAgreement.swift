// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import SwiftBuild
import SystemPackage

/// Compares the sources that SwiftPM describes with those that it passed to the compiler.
///
/// A manifest is a program, which is evaluated for each of these commands, and can return other targets each time.
struct SourceAgreement: Sendable {
  private static let manifest = "Package.swift"

  /// The root of the checkout.
  let root: FilePath

  /// Returns the reason why the sources of a package are uncertain; `nil` if both lists agree, or one is unknown.
  ///
  /// - Parameter package: the folder of the package, relative to the root.
  func problem(of layout: PackageLayout, in package: String) -> String? {
    guard let listed = layout.compiled else { return nil }
    let compiled = Set(listed)
    // SwiftPM lists a package's own entry point for its tests in no target.
    let described = Set(layout.targets.flatMap { $0.sources ?? [] }).union(TestEntryPoint.paths(in: package, layout))
    let checkout = ContainedDirectory(root)
    if let extra = listed.first(where: { path in
      !described.contains(path) && isInPackage(path, package, checkout)
    }) {
      return Self.message(extra, "is compiled, but swift package describe does not list it")
    }
    for target in layout.targets {
      let sources = (target.sources ?? []).filter(SourceName.isSwift)
      // The lists of plugins, of targets for other systems and of C targets are not written.
      guard sources.contains(where: compiled.contains) else { continue }
      if let missing = sources.first(where: { !compiled.contains($0) }) {
        return Self.message(missing, "is listed by swift package describe, but not compiled")
      }
    }
    return nil
  }

  private static func message(_ path: String, _ problem: String) -> String {
    "cannot determine the sources of the package: \(path) \(problem)"
  }

  /// Returns whether no other package is between the package and the file.
  private func isInPackage(_ path: String, _ package: String, _ checkout: ContainedDirectory) -> Bool {
    guard package.isEmpty || path.hasPrefix(package + "/") else { return false }
    var folder = path.split(separator: "/").dropLast()
    while folder.count > package.split(separator: "/").count {
      if checkout.status(of: folder.joined(separator: "/") + "/\(Self.manifest)") != nil { return false }
      folder.removeLast()
    }
    return true
  }
}
