// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage

/// A package in a checkout, with what SwiftPM leaves in it.
///
/// Everything is looked up from the open checkout each time, because the package's own code can put links in the place of any
/// directory: SwiftPM's `.build/debug` is one itself, and is followed as long as it stays in the checkout.
struct PackageDirectory: Sendable {
  /// The name of SwiftPM's build directory.
  static let build = ".build"

  let checkout: ContainedDirectory
  /// From the checkout's root; empty for the root itself.
  let folder: String

  /// - Parameters:
  ///   - package: the folder with `Package.swift`, in the root.
  ///   - root: of the checkout; nothing hostile may be able to put something else there.
  init(_ package: FilePath, in root: FilePath) {
    checkout = ContainedDirectory(root)
    folder = RelativePath.make(package.string, from: root.string) ?? ""
  }

  /// The folder with `Package.swift`, now.
  var directory: ContainedDirectory {
    get throws(ContainedDirectory.Failure) { try checkout.subdirectory(folder, links: .followedBelow) }
  }

  /// The directory with what was built, now.
  var products: ContainedDirectory {
    get throws(ContainedDirectory.Failure) {
      try checkout.subdirectory(folder.isEmpty ? Self.products : "\(folder)/\(Self.products)", links: .followedBelow)
    }
  }

  private static let products = "\(build)/debug"

  /// Present as well when tests failed or crashed.
  var profiles: [FilePath] { files(in: "codecov", suffix: ".profraw") }

  /// The programs that hold the tests and what they test.
  var testPrograms: [FilePath] { files(in: "", suffix: ".xctest") }

  /// Where the files are for those who open them in the sandbox.
  private func files(in folder: String, suffix: String) -> [FilePath] {
    // A folder that is not there has no files: the build or the tests did not get that far.
    guard let products = try? products, let entries = try? products.entries(of: folder) else { return [] }
    let place = products.path.pushing(FilePath(folder))
    return entries.filter { $0.status.kind == .file && $0.name.hasSuffix(suffix) }.map { place.appending($0.name) }
  }
}
