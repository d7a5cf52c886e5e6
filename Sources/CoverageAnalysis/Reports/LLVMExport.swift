// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore

/// The JSON that `llvm-cov export` writes, as far as it is needed.
struct LLVMExport: Sendable {
  struct File: Hashable, Sendable {
    /// An absolute path.
    let filename: String
    let segments: [Segment]
  }

  let files: [File]

  /// - Throws: ``CoverageError`` with `unknownFormat` when it is something else, or of a version that is not known.
  init(_ data: Data) throws(CoverageError) {
    let root: Root
    do {
      root = try JSONDecoder().decode(Root.self, from: data)
    } catch {
      throw CoverageError(.unknownFormat, "llvm-cov's export cannot be read", underlying: "\(error)")
    }
    guard root.type == "llvm.coverage.json.export" else {
      throw CoverageError(.unknownFormat, "llvm-cov's export is of the type \(root.type.prefix(80))")
    }
    let major = root.version.prefix { $0 != "." }
    guard major == "2" || major == "3" else {
      throw CoverageError(
        .unknownFormat, "llvm-cov's export has version \(root.version.prefix(20)), not 2 or 3",
        remedy: "use a newer reviewbot")
    }
    files = root.data.flatMap(\.files).map { File(filename: $0.filename, segments: $0.segments) }
  }
}

private struct Root: Decodable {
  struct Export: Decodable {
    let files: [File]
  }

  struct File: Decodable {
    let filename: String
    let segments: [Segment]
  }

  let type: String
  let version: String
  let data: [Export]
}
