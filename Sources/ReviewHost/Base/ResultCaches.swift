// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import KeyedStore
package import ReviewContract
package import SystemPackage

/// The key of a commit's entry, of which there is one for each configuration and toolchain.
package struct CommitKey: StoreKey {
  private static let digits = 32

  package let commit: CommitID
  package let name: String

  package var group: String? { commit.hex }

  package init(_ commit: CommitID, settings: String, toolchain: String) {
    self.commit = commit
    name = Fingerprint.name(of: "\(settings)\u{0}\(toolchain)", digits: Self.digits)
  }

  package init?(group: String?, name: String) {
    guard let commit = group.flatMap({ CommitID($0) }), Fingerprint.isName(name, digits: Self.digits) else {
      return nil
    }
    self.commit = commit
    self.name = name
  }
}

/// Caches the coverage of commits, so that changes can be compared with their base.
package struct CoverageCache: Sendable {
  private static let maximumEntries = 400

  let entries: KeyedStore<CommitKey, KeptCoverage>

  package init(_ folder: FilePath) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumEntries
    // Ten thousand lines of code take about 20 KB.
    bounds.entryBytes = CoverageSnapshot.maximumBytes
    entries = KeyedStore(
      folder.appending("coverage"), StoreFormat("coverage", version: 1), bounds: bounds, isPrivate: false)
  }

  /// The entries of a commit, one for each toolchain. Entries that cannot be read are left out.
  package func coverage(of commit: CommitID, settings: String) -> [CoverageSnapshot] {
    entries.values(in: commit.hex).values.filter { $0.settings == settings && $0.snapshot.commit == commit }
      .map(\.snapshot)
  }

  /// - Parameter settings: names the parts of the configuration that the coverage depends on.
  /// - Throws: when the snapshot takes more than ``CoverageSnapshot/maximumBytes``, or cannot be written.
  package func keep(_ snapshot: CoverageSnapshot, settings: String) throws {
    try entries.set(
      KeptCoverage(settings: settings, snapshot: snapshot),
      for: CommitKey(snapshot.commit, settings: settings, toolchain: snapshot.toolchain))
  }
}

/// The coverage of a commit with the settings that it depends on: the JSON of a snapshot, with the key `settings` added.
package struct KeptCoverage: Encodable, StoredValue {
  let settings: String
  let snapshot: CoverageSnapshot

  private enum CodingKeys: String, CodingKey { case settings }

  private struct Settings: Decodable { let settings: String }

  init(settings: String, snapshot: CoverageSnapshot) {
    self.settings = settings
    self.snapshot = snapshot
  }

  package init?(stored bytes: [UInt8]) {
    let data = Data(bytes)
    guard let settings = try? JSONDecoder().decode(Settings.self, from: data).settings,
      let snapshot = CoverageSnapshot(decoding: data)
    else { return nil }
    self.init(settings: settings, snapshot: snapshot)
  }

  package func encode(to encoder: any Encoder) throws {
    try snapshot.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(settings, forKey: .settings)
  }

  package func stored() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}

/// Caches the test results of commits, so that a base is not tested again for each pull request.
package struct ResultCache: Sendable {
  private static let maximumBytes = 4 << 20
  private static let maximumEntries = 1_000

  let entries: KeyedStore<CommitKey, BaseResult>

  package init(_ folder: FilePath) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumEntries
    bounds.entryBytes = Self.maximumBytes
    entries = KeyedStore(
      folder.appending("base"), StoreFormat("base", version: BaseResult.schemaVersion), bounds: bounds,
      isPrivate: false)
  }

  /// The entries of a commit, one for each toolchain. Entries that cannot be read are left out.
  package func results(of commit: CommitID, settings: String) -> [BaseResult] {
    entries.values(in: commit.hex).values.filter { $0.commit == commit && $0.settings == settings }
  }

  /// - Throws: when the result cannot be written.
  package func keep(_ result: BaseResult) throws {
    try entries.set(result, for: CommitKey(result.commit, settings: result.settings, toolchain: result.toolchain))
  }
}

extension BaseResult: StoredValue {}
