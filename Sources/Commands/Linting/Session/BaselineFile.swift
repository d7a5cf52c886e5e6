// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import Linting
import ResourceLoading
import ReviewContract
import SystemPackage

/// A file with a baseline.
private struct BaselineFile: FileResource, BytesResource {
  let path: FilePath
}

extension Baseline {
  private static var maximumBytes: Int { 64 << 20 }

  /// Reads the file that the caller names.
  ///
  /// - Throws: ``UsageError`` when the file cannot be read or is no baseline.
  init(file: String, root: FilePath) throws(UsageError) {
    try self.init(
      file, root, DiskService(maximumBytes: Self.maximumBytes),
      remedy: "write it with reviewbot lint --write-baseline FILE")
  }

  /// Reads the file that a configuration in the working tree names.
  ///
  /// - Parameter path: relative to the root. A link in its place, or on the way, is not followed.
  /// - Throws: ``UsageError`` when the file cannot be read or is no baseline.
  init(configured path: String, root: FilePath) throws(UsageError) {
    let directory = ContainedDirectory(root)
    let service = DiskService(maximumBytes: Self.maximumBytes) { Data(try directory.bytes(at: $0.string, limit: $1)) }
    try self.init(path, root, service, remedy: "make it a regular file of the repository")
  }

  private init(_ file: String, _ root: FilePath, _ service: DiskService, remedy: String) throws(UsageError) {
    let data: Data
    do {
      data = try service.load(BaselineFile(path: FilePath(file)))
    } catch {
      throw UsageError("cannot use the baseline: \(error)", remedy: remedy)
    }
    try self.init(data, file: file, root: root)
  }
}
