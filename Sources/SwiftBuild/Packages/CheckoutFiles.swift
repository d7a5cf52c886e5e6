// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// Lists the files of a checkout that a package can have, without its build folders.
struct CheckoutFiles: Sendable {
  /// Why the files are not known.
  struct Unknown: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private static let maximumFiles = 50_000
  private static let maximumDepth = 100

  let checkout: ContainedDirectory

  /// - Throws: ``Unknown`` for a link, which can lead to any file, and for too many files.
  func paths(in folder: String) throws(Unknown) -> [String] {
    if let status = checkout.status(of: folder), status.kind == .file { return [folder] }
    var found: [String] = []
    var open = [(path: folder, depth: 0)]
    while let next = open.popLast() {
      let entries: [ContainedDirectory.Entry]
      do { entries = try checkout.entries(of: next.path) } catch { throw Unknown("\(next.path) cannot be listed") }
      for entry in entries where entry.name != SourceManifest.buildDirectory {
        let path = next.path.isEmpty ? entry.name : "\(next.path)/\(entry.name)"
        switch entry.status.kind {
        case .file: found.append(path)
        case .directory where next.depth < Self.maximumDepth: open.append((path, next.depth + 1))
        case .link: throw Unknown("\(path) is a symbolic link")
        default: throw Unknown("\(path) cannot be searched")
        }
      }
      guard found.count <= Self.maximumFiles else { throw Unknown("\(folder) has too many files to search") }
    }
    return found
  }
}
