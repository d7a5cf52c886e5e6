// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewCore
package import SystemPackage

/// Keeps results as files: a folder for each commit, in it one for each configuration and toolchain.
package struct FolderResultCache: ResultCache {
  static let maximumBytes = 4 << 20
  static let maximumResults = 8
  /// The oldest commits are forgotten.
  static let maximumCommits = 500

  private let folder: FilePath

  package init(_ folder: FilePath) {
    self.folder = folder.appending("base")
  }

  package func results(of commit: CommitID, settings: String) -> [BaseResult] {
    let contained = ContainedFolder(place(of: commit))
    return names(in: place(of: commit)).prefix(Self.maximumResults * 4).compactMap { name -> BaseResult? in
      // An entry that somebody damaged, or of another version, is one that is missing.
      guard name.hasSuffix(".json"), let bytes = try? contained.bytes(at: name, limit: Self.maximumBytes),
        let result = try? ReportFile.decoder.decode(BaseResult.self, from: Data(bytes)),
        result.schema == BaseResult.schemaVersion, result.commit == commit, result.settings == settings
      else { return nil }
      return result
    }
  }

  /// Whole or not at all: the file is written beside its place and then moved there.
  package func keep(_ result: BaseResult) throws {
    let place = place(of: result.commit)
    try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
    let name = Fingerprint.name(of: "\(result.settings)\u{0}\(result.toolchain)", digits: 32)
    try ReportFile.encoder.encode(result)
      .write(to: URL(fileURLWithPath: place.appending("\(name).json").string), options: .atomic)
    forgetOldest()
  }

  private func place(of commit: CommitID) -> FilePath { folder.appending(commit.hex) }

  private func names(in folder: FilePath) -> [String] {
    // A folder that is not there has nothing in it.
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
  }

  private func forgetOldest() {
    let commits = names(in: folder)
    guard commits.count > Self.maximumCommits else { return }
    let dated = commits.map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(name).string)
      return (name, attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    // Another run may be removing the same: nothing here depends on who does it.
    for (name, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(commits.count - Self.maximumCommits) {
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
    }
  }
}
