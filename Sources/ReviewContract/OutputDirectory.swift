// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ContainedFiles
import Findings
package import Foundation
package import SystemPackage

/// A directory that the caller named for results, such as with `--output`.
///
/// It is often in a checkout of the code under review, such as `.build/reviewbot`, where a commit can contain a symbolic
/// link of that name to any place of the host. Below the top of a checkout, or below the current folder, no link is
/// followed; links on the way there are the host's own.
package struct OutputDirectory: Sendable {
  /// The reason why there is no such directory, as the end of a sentence.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    /// Whether a link of the checkout leads there.
    package let isLink: Bool
  }

  /// The path as the caller wrote it.
  package let path: FilePath
  /// The directory below which no link is followed; `nil` outside of checkouts.
  private let root: FilePath?
  /// The path below the root; empty for the root itself.
  private let relative: String
  private let absolute: FilePath

  package init(_ path: FilePath, currentFolder: FilePath = FilePath(FileManager.default.currentDirectoryPath)) {
    self.path = path
    let absolute = currentFolder.pushing(path).lexicallyNormalized()
    let root = Self.checkout(around: absolute) ?? (absolute.starts(with: currentFolder) ? currentFolder : nil)
    relative = root.flatMap { String(relativePath: absolute.string, from: $0.string) } ?? ""
    self.absolute = absolute
    self.root = root
  }

  /// Opens the directory.
  ///
  /// - Parameter creates: whether it and its parents are created if they are missing.
  package func open(creates: Bool = true) throws(Failure) -> ContainedDirectory {
    guard let root else {
      if creates {
        do {
          try DirectoryCreation.make(absolute)
        } catch {
          throw Failure(description: String(systemError: error), isLink: false)
        }
      }
      return ContainedDirectory(absolute)
    }
    let top = ContainedDirectory(root)
    guard !relative.isEmpty else { return top }
    do {
      if creates { try top.makeDirectory(relative) }
      return try top.subdirectory(relative)
    } catch {
      throw explain(error, below: top)
    }
  }

  private func explain(_ error: ContainedDirectory.Failure, below top: ContainedDirectory) -> Failure {
    var prefix = ""
    for part in relative.split(separator: "/") {
      prefix += prefix.isEmpty ? String(part) : "/\(part)"
      if top.status(of: prefix)?.kind == .link {
        return Failure(description: "\"\(prefix)\" is a symbolic link in the checkout \"\(top.path)\"", isLink: true)
      }
    }
    return Failure(description: "\(error)", isLink: false)
  }

  /// Returns the outermost working tree of git that contains a path, because the inner ones belong to its contents.
  private static func checkout(around path: FilePath) -> FilePath? {
    var found: FilePath?
    var folder = path
    while true {
      var status = stat()
      if lstat(folder.appending(".git").string, &status) == 0 { found = folder }
      let parent = folder.parent
      guard parent != folder, !parent.isEmpty else { return found }
      folder = parent
    }
  }
}

extension OutputDirectory {
  /// Writes a file that the caller named. In a checkout no link is followed, and a link at the path itself is replaced.
  ///
  /// - Throws: ``Failure`` for a link, or the error of the system.
  package static func write(_ data: Data, to file: FilePath) throws {
    let name = file.name
    let directory = OutputDirectory(file.removingLastComponent())
    guard directory.root != nil, !name.isEmpty, name != "..", name != "." else {
      return try data.write(to: URL(fileURLWithPath: file.string), options: .atomic)
    }
    try directory.open(creates: false).write(data, to: name)
  }
}
