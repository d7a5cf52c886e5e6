// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// The test bundles of a build, its libraries and its programs. They are compared between the build and each run of the
/// tests, and before their coverage is read.
struct SealedPrograms: Sendable {
  private struct Seal: Hashable {
    let stamp: FileStamp
    /// The SHA-256 of the contents.
    let digest: String
  }

  private let package: PackageDirectory
  private let seals: [String: Seal]

  /// Records the products of a build.
  init(of package: PackageDirectory) throws {
    self.package = package
    seals = try Self.seals(in: package)
  }

  /// Returns the names of products that were replaced, removed or added, ordered.
  ///
  /// A program must be the same file: contents that were replaced and put back are found too.
  func differences() throws -> [String] {
    let now = try Self.seals(in: package, knowing: seals)
    return Set(seals.keys).union(now.keys).filter { seals[$0] != now[$0] }.sorted()
  }

  /// - Parameter known: earlier seals, whose digests hold for files with the same stamp.
  private static func seals(in package: PackageDirectory, knowing known: [String: Seal] = [:]) throws -> [String: Seal]
  {
    // Without products there is nothing that tests could run.
    guard let products = try? package.products else { return [:] }
    var stamps: [String: FileStamp] = [:]
    try products.walk { path, stamp in
      if stamp.kind == .file, stamp.isExecutable || path.hasSuffix(".so") { stamps[path] = stamp }
      return .next
    }
    var seals: [String: Seal] = [:]
    for (path, stamp) in stamps {
      let same = known[path].flatMap { $0.stamp == stamp ? $0 : nil }
      seals[path] = try same ?? Seal(stamp: stamp, digest: products.digest(of: path))
    }
    return seals
  }
}
