// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ContainedFiles
package import SystemPackage

/// A file or link of a commit that was checked out, with the id of its blob.
package struct CommittedFile: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case file = "100644"
    case executable = "100755"
    case link = "120000"
  }

  package let path: String
  package let kind: Kind
  /// The id of the blob, in hexadecimal.
  package let blob: String

  package init(path: String, kind: Kind, blob: String) {
    self.path = path
    self.kind = kind
    self.blob = blob
  }
}

/// The files of a commit as git lists them, in a file that no sandbox shows. The process that checks a commit out writes
/// it, so that a review can compare the checkout with the commit.
package enum CommitListing {
  /// The bytes of a listing: a commit has at most some 100,000 files.
  private static let largest = 256 << 20

  /// Writes `MODE BLOB PATH` and a NUL for each file.
  package static func write(_ files: [CommittedFile], to file: FilePath) throws(ContainedDirectory.Failure) {
    var bytes: [UInt8] = []
    for file in files {
      bytes += Array("\(file.kind.rawValue) \(file.blob) \(file.path)".utf8)
      bytes.append(0)
    }
    try ContainedDirectory(making: file.parent, permissions: 0o700).write(bytes, to: file.name, permissions: 0o600)
  }

  /// Returns the files and links of a working tree, without build folders, as a listing of a commit with them would have
  /// them.
  package static func files(in tree: ContainedDirectory) throws -> [CommittedFile] {
    var files: [CommittedFile] = []
    try tree.walk { path, stamp in
      if CommittedSources.isBuildDirectory(path, stamp) { return .next }
      switch stamp.kind {
      case .directory: return .enter
      case .file:
        let blob = try BlobDigest.id(of: try tree.file(at: path), digits: 40)
        files.append(CommittedFile(path: path, kind: stamp.isExecutable ? .executable : .file, blob: blob))
      case .link:
        files.append(CommittedFile(path: path, kind: .link, blob: BlobDigest.id(of: try tree.linkTarget(of: path))))
      case .other: break
      }
      return .next
    }
    return files
  }

  package static func read(_ file: FilePath) throws -> [CommittedFile] {
    let bytes = try ContainedDirectory(file.parent).bytes(at: file.name, limit: largest)
    return try bytes.split(separator: 0).map { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3, let kind = CommittedFile.Kind(rawValue: fields[0]) else { throw Damaged(file: file) }
      return CommittedFile(path: fields[2], kind: kind, blob: fields[1])
    }
  }

  private struct Damaged: Error, CustomStringConvertible {
    let file: FilePath
    var description: String { "the list of the commit's files in \(file) is damaged" }
  }
}
