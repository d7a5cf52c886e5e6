// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Finds what the compiler said of a package's own targets in its build folder.
struct DiagnosticFiles: Sendable {
  static let maximumFiles = 5000
  static let maximumBytes = 4 << 20

  /// The build folder's folder of products, `.build/debug`.
  let products: FilePath
  /// The repository's root on this machine, and as the compiler wrote it.
  let repositoryRoot: FilePath
  let insideRoot: String

  /// What the files say of sources that are still there, and how many files could not be read.
  func read(_ layout: PackageLayout) -> (diagnostics: [BuildDiagnostic], unreadable: Int) {
    let reader = SerializedDiagnostics(repositoryRoot: insideRoot)
    var found: [BuildDiagnostic] = []
    var unreadable = 0
    for file in files(layout).prefix(Self.maximumFiles) {
      do {
        let bytes = try ContainedFolder(products).bytes(at: file, limit: Self.maximumBytes)
        // The compiler leaves an empty file where it has nothing to say.
        if !bytes.isEmpty { found += try reader.parse(bytes) }
      } catch {
        unreadable += 1
      }
    }
    return (found.filter { exists($0.path) }, unreadable)
  }

  private func files(_ layout: PackageLayout) -> [String] {
    layout.targets.map(\.name).sorted().flatMap { target -> [String] in
      let folder = "\(target.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined()).build"
      // A target of another language, or one that was not built, has none.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: products.appending(folder).string)) ?? []
      return names.filter { $0.hasSuffix(".dia") }.sorted().map { "\(folder)/\($0)" }
    }
  }

  /// The files outlive their sources.
  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(repositoryRoot.pushing(FilePath(path)).string, &status) == 0
  }
}
