// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
package import ReviewContract
package import SystemPackage

/// Caches the coverage of commits, so that changes can be compared with their base.
///
/// A folder for each commit, in it a file for each configuration and toolchain.
package struct CoverageCache: Sendable {
  /// A file has at most ``CoverageSnapshot/maximumBytes``; ten thousand lines of code take about 20 KB.
  static let maximumCommits = 200
  private static let maximumFiles = 32

  let folders: CommitFolders

  package init(_ folder: FilePath) {
    folders = CommitFolders(
      folder: folder.appending("coverage"), maximumBytes: CoverageSnapshot.maximumBytes,
      maximumFiles: Self.maximumFiles, maximumCommits: Self.maximumCommits)
  }

  /// The entries of a commit, one for each toolchain. Entries that cannot be read are left out.
  package func coverage(of commit: CommitID, settings: String) -> [CoverageSnapshot] {
    folders.contents(of: commit).compactMap { data in
      guard let kept = try? JSONDecoder().decode(Kept.self, from: data), kept.settings == settings else { return nil }
      guard let snapshot = CoverageSnapshot(decoding: data), snapshot.commit == commit else { return nil }
      return snapshot
    }
  }

  /// - Parameter settings: names the parts of the configuration that the coverage depends on.
  /// - Throws: when the snapshot takes more than ``CoverageSnapshot/maximumBytes``, or cannot be written.
  package func keep(_ snapshot: CoverageSnapshot, settings: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Kept(settings: settings, snapshot: snapshot))
    guard data.count <= CoverageSnapshot.maximumBytes else { throw TooLarge() }
    try folders.write(data, of: snapshot.commit, key: "\(settings)\u{0}\(snapshot.toolchain)")
  }

  private struct TooLarge: Error, CustomStringConvertible {
    let description = "the coverage of the project is larger than \(CoverageSnapshot.maximumBytes) bytes"
  }

  /// The JSON of a snapshot, with the key `settings` added.
  private struct Kept: Codable {
    let settings: String
    var snapshot: CoverageSnapshot?

    enum CodingKeys: String, CodingKey { case settings }

    init(settings: String, snapshot: CoverageSnapshot) {
      self.settings = settings
      self.snapshot = snapshot
    }

    init(from decoder: any Decoder) throws {
      settings = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .settings)
    }

    func encode(to encoder: any Encoder) throws {
      try snapshot?.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(settings, forKey: .settings)
    }
  }
}

/// Caches the test results of commits, so that a base is not tested again for each pull request.
///
/// A folder for each commit, in it a file for each configuration and toolchain.
package struct ResultCache: Sendable {
  static let maximumBytes = 4 << 20
  static let maximumResults = 8
  /// The least recently written commits are evicted.
  static let maximumCommits = 500

  let folders: CommitFolders

  package init(_ folder: FilePath) {
    folders = CommitFolders(
      folder: folder.appending("base"), maximumBytes: Self.maximumBytes, maximumFiles: Self.maximumResults * 4,
      maximumCommits: Self.maximumCommits)
  }

  /// The entries of a commit, one for each toolchain. Entries that cannot be read are left out.
  package func results(of commit: CommitID, settings: String) -> [BaseResult] {
    folders.contents(of: commit).compactMap { data -> BaseResult? in
      // A damaged entry, or one of another version, is a cache miss.
      guard let result = try? ReportFile.decoder.decode(BaseResult.self, from: data),
        result.schema == BaseResult.schemaVersion, result.commit == commit, result.settings == settings
      else { return nil }
      return result
    }
  }

  /// - Throws: when the result cannot be written.
  package func keep(_ result: BaseResult) throws {
    try folders.write(
      ReportFile.encoder.encode(result), of: result.commit, key: "\(result.settings)\u{0}\(result.toolchain)")
  }
}
