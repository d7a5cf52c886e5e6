// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// Determines which of the files that differ on the merge the tests of the head run without opening.
struct DifferenceWatch: Sendable {
  private let files: FileWatch
  /// The programs of the package, which depend on sources that they do not open.
  private let programs: FileWatch
  private let paths: [String]

  /// Begins to watch; call it after the build, and after what else reads the checkout.
  ///
  /// - Parameter differences: paths in the checkout. Those that are no regular files are not watched.
  /// - Throws: `ContainedDirectory.Failure` if the files cannot be watched.
  init(_ package: PackageDirectory, differences: [String]) throws {
    let checkout = package.checkout
    paths = differences.filter { checkout.status(of: $0)?.kind == .file }
    files = try FileWatch(paths, in: checkout)
    let products = try package.products
    programs = try FileWatch(try Self.programs(in: products), in: products)
  }

  /// Returns the files that were not opened; none if that is not known.
  func end() -> Set<String> {
    guard let programs = try? programs.touched(), programs.isEmpty, let opened = try? files.touched() else { return [] }
    return Set(paths).subtracting(opened)
  }

  /// The executables and libraries of a build, other than the tests.
  private static func programs(in products: ContainedDirectory) throws -> [String] {
    var programs: [String] = []
    try products.walk { path, stamp in
      let isProgram = stamp.kind == .file && (stamp.isExecutable || path.hasSuffix(".so"))
      if isProgram, !path.hasSuffix(".xctest") { programs.append(path) }
      return .next
    }
    return programs
  }
}
