// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Finds what the compiler said of a package's own targets in its build folder.
struct DiagnosticFiles: Sendable {
  static let maximumFiles = 5000
  static let maximumBytes = 4 << 20

  let package: PackageDirectory
  /// The checkout's root as the compiler wrote it.
  let insideRoot: String

  /// What the files say of sources that are still there, and how many files could not be read.
  func read(_ layout: PackageLayout) -> (diagnostics: [BuildDiagnostic], unreadable: Int) {
    let reader = SerializedDiagnostics(repositoryRoot: insideRoot)
    var found: [BuildDiagnostic] = []
    var unreadable = 0
    // Nothing was built, or the package's code put something else there.
    guard let products = try? package.products else { return ([], 0) }
    for file in files(layout, in: products).prefix(Self.maximumFiles) {
      do {
        let bytes = try products.bytes(at: file, limit: Self.maximumBytes)
        // The compiler leaves an empty file where it has nothing to say.
        if !bytes.isEmpty { found += try reader.parse(bytes) }
      } catch {
        unreadable += 1
      }
    }
    return (found.filter { exists($0.path) }, unreadable)
  }

  private func files(_ layout: PackageLayout, in products: ContainedDirectory) -> [String] {
    layout.targets.map(\.name).sorted().flatMap { target -> [String] in
      let folder = "\(target.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined()).build"
      // A target of another language, or one that was not built, has none.
      let entries = (try? products.entries(of: folder)) ?? []
      return entries.filter { $0.name.hasSuffix(".dia") }.map { "\(folder)/\($0.name)" }
    }
  }

  /// The files outlive their sources.
  private func exists(_ path: String) -> Bool {
    package.checkout.status(of: path, links: .followedBelow) != nil
  }
}
