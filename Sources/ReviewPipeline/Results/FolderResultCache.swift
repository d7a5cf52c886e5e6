// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// Keeps results as files: a folder for each commit, in it one for each configuration and toolchain.
package struct FolderResultCache: ResultCache {
  static let maximumBytes = 4 << 20
  static let maximumResults = 8
  /// The oldest commits are forgotten.
  static let maximumCommits = 500

  private let folders: CommitFolders

  package init(_ folder: FilePath) {
    folders = CommitFolders(
      folder: folder.appending("base"), maximumBytes: Self.maximumBytes, maximumFiles: Self.maximumResults * 4,
      maximumCommits: Self.maximumCommits)
  }

  package func results(of commit: CommitID, settings: String) -> [BaseResult] {
    folders.contents(of: commit).compactMap { data -> BaseResult? in
      // An entry that somebody damaged, or of another version, is one that is missing.
      guard let result = try? ReportFile.decoder.decode(BaseResult.self, from: data),
        result.schema == BaseResult.schemaVersion, result.commit == commit, result.settings == settings
      else { return nil }
      return result
    }
  }

  package func keep(_ result: BaseResult) throws {
    try folders.write(
      ReportFile.encoder.encode(result), of: result.commit, key: "\(result.settings)\u{0}\(result.toolchain)")
  }
}
