// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Findings
package import Foundation
import KeyedStore
package import ReviewContract
package import SystemPackage

/// The coverage of one branch, commit by commit: for trends and badges.
///
/// Each commit is a separate file, so concurrent runs do not overwrite each other's entries.
package struct CoverageHistory: Sendable {
  /// The version of the JSON. Entries of other versions are ignored.
  package static let schemaVersion = 1
  /// The oldest entries are removed.
  static let maximumEntries = 1000
  private static let maximumBytes = 4 << 10

  package struct Entry: Hashable, Codable, Sendable {
    package let schema: Int
    package let commit: CommitID
    /// The time of the commit's first review, in seconds since 1970.
    package let time: Int
    package let project: LineCounts
    /// The counts of the changed lines; `nil` if none was measurable.
    package let patch: LineCounts?
    /// Whether all tests ran and passed.
    package let testsPassed: Bool

    package init(commit: CommitID, time: Date, project: LineCounts, patch: LineCounts? = nil, testsPassed: Bool) {
      schema = CoverageHistory.schemaVersion
      self.commit = commit
      self.time = Int(max(0, time.timeIntervalSince1970))
      self.project = project
      self.patch = patch
      self.testsPassed = testsPassed
    }

    /// - Returns: `nil` for data that is not an entry of this version.
    init?(_ data: Data) {
      guard let entry = try? ReportFile.decoder.decode(Entry.self, from: data),
        entry.schema == CoverageHistory.schemaVersion
      else { return nil }
      self = entry
    }

    /// The entry with the time of an earlier one of the same commit.
    func keepingTime(of earlier: Entry?) -> Entry {
      Entry(
        commit: commit, time: Date(timeIntervalSince1970: TimeInterval(min(time, earlier?.time ?? time))),
        project: project, patch: patch, testsPassed: testsPassed)
    }
  }

  /// The repository and the branch of a history.
  package struct About: Hashable, Codable, Sendable {
    /// The repository's name on its forge, or its path.
    package let repository: String
    package let branch: String
  }

  private static let aboutName = "about"

  package let about: About
  private let folder: FilePath

  /// - Parameters:
  ///   - folder: the folder of all cached results.
  ///   - repository: the repository of `branch`.
  package init(_ folder: FilePath, repository: Repository, branch: String) {
    let name = Fingerprint.name(of: "\(repository.identity)\u{0}\(branch)", digits: 32)
    self.folder = folder.appending("history").appending(name)
    about = About(repository: repository.name, branch: branch)
  }

  private init(_ folder: FilePath, _ about: About) {
    self.folder = folder
    self.about = about
  }

  /// The histories of all branches, ordered by repository and branch.
  ///
  /// - Parameter folder: the folder of all cached results.
  package static func all(in folder: FilePath) -> [CoverageHistory] {
    let contained = ContainedDirectory(folder.appending("history"))
    // Without the folder, no branch was measured.
    let names = ((try? contained.entries()) ?? []).map(\.name)
    let histories = names.compactMap { name -> CoverageHistory? in
      guard Fingerprint.isName(name, digits: 32),
        let bytes = try? contained.bytes(at: "\(name)/\(aboutName)", limit: maximumBytes),
        let about = try? ReportFile.decoder.decode(About.self, from: Data(bytes))
      else { return nil }
      return CoverageHistory(folder.appending("history").appending(name), about)
    }
    return histories.sorted {
      ($0.about.repository, $0.about.branch) < ($1.about.repository, $1.about.branch)
    }
  }

  /// The entries in the order of the commits' first reviews, without unreadable ones.
  package var entries: [Entry] {
    let contained = ContainedDirectory(folder)
    return Self.names(in: contained).compactMap { name in
      guard let bytes = try? contained.bytes(at: name, limit: Self.maximumBytes),
        let entry = Entry(Data(bytes)), name == Self.name(of: entry)
      else { return nil }
      return entry
    }
  }

  /// Identifies the branch, with its repository.
  var key: String { folder.name }

  /// Adds an entry. If the commit already has one, its counts are replaced and its time is kept.
  package func append(_ new: Entry) throws {
    let contained = ContainedDirectory(making: folder)
    let entry = new.keepingTime(of: entries.first { $0.commit == new.commit })
    try contained.write(try ReportFile.encoder.encode(about), to: Self.aboutName)
    try contained.write(try ReportFile.encoder.encode(entry), to: Self.name(of: entry))
    for name in Self.names(in: contained).dropLast(Self.maximumEntries) {
      // A concurrent run may remove the same file.
      try? contained.remove(name)
    }
  }

  private static func names(in folder: ContainedDirectory) -> [String] {
    // A missing folder is an empty history.
    ((try? folder.entries()) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
  }

  /// The file name. It starts with the zero-padded time, so sorting by name sorts by time.
  private static func name(of entry: Entry) -> String {
    let time = String(entry.time)
    return String(repeating: "0", count: max(0, 12 - time.count)) + time + "-\(entry.commit.hex).json"
  }
}

extension CoverageHistory.Entry: StoredValue {
  package init?(stored bytes: [UInt8]) { self.init(Data(bytes)) }

  package func stored() throws -> [UInt8] { Array(try ReportFile.encoder.encode(self)) }
}

extension CoverageHistory.About: StoredValue {}
