// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ReviewContract
package import SystemPackage

/// The coverage of one branch, commit by commit: for trends and badges.
///
/// Each commit is a file of its own, so that two runs that remember something at once do not lose either.
package struct CoverageHistory: Sendable {
  /// The version of the JSON. An entry with another one is as good as none.
  package static let schemaVersion = 1
  /// The oldest are forgotten.
  static let maximumEntries = 1000
  private static let maximumBytes = 4 << 10

  package struct Entry: Hashable, Codable, Sendable {
    package let schema: Int
    package let commit: CommitID
    /// When the commit was first reviewed, in seconds since 1970.
    package let time: Int
    package let project: LineCounts
    /// Of the lines that the commit's review called changed, when there were any.
    package let patch: LineCounts?
    /// Whether all tests ran and none failed.
    package let testsPassed: Bool

    package init(commit: CommitID, time: Date, project: LineCounts, patch: LineCounts? = nil, testsPassed: Bool) {
      schema = CoverageHistory.schemaVersion
      self.commit = commit
      self.time = Int(max(0, time.timeIntervalSince1970))
      self.project = project
      self.patch = patch
      self.testsPassed = testsPassed
    }
  }

  private let folder: FilePath

  /// - Parameters:
  ///   - folder: where results are kept.
  ///   - repository: and `branch`: whose history it is.
  package init(_ folder: FilePath, repository: Repository, branch: String) {
    let name = Fingerprint.name(of: "\(repository.identity)\u{0}\(branch)", digits: 32)
    self.folder = folder.appending("history").appending(name)
  }

  /// In the order in which the commits were first reviewed. What cannot be read is not there.
  package var entries: [Entry] {
    let contained = ContainedDirectory(folder)
    return Self.names(in: contained).compactMap { name in
      guard let bytes = try? contained.bytes(at: name, limit: Self.maximumBytes),
        let entry = try? ReportFile.decoder.decode(Entry.self, from: Data(bytes)),
        entry.schema == Self.schemaVersion, name == Self.name(of: entry)
      else { return nil }
      return entry
    }
  }

  /// Remembers a commit. One that is there already keeps its place and gets the new numbers.
  package func append(_ new: Entry) throws {
    let contained = ContainedDirectory(making: folder)
    let old = entries.first { $0.commit == new.commit }
    let entry = Entry(
      commit: new.commit, time: Date(timeIntervalSince1970: TimeInterval(old?.time ?? new.time)),
      project: new.project, patch: new.patch, testsPassed: new.testsPassed)
    try contained.write(try ReportFile.encoder.encode(entry), to: Self.name(of: entry))
    for name in Self.names(in: contained).dropLast(Self.maximumEntries) {
      // Another run may be removing the same: nothing here depends on who does it.
      try? contained.remove(name)
    }
  }

  private static func names(in folder: ContainedDirectory) -> [String] {
    // A folder that is not there has nothing in it.
    ((try? folder.entries()) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
  }

  /// Sorted by name, the files are sorted by time.
  private static func name(of entry: Entry) -> String {
    let time = String(entry.time)
    return String(repeating: "0", count: max(0, 12 - time.count)) + time + "-\(entry.commit.hex).json"
  }
}

/// A folder for each commit, in it small files; the commits that were written least recently are forgotten.
package struct CommitFolders: Sendable {
  package let folder: FilePath
  /// A larger file is as good as none.
  package let maximumBytes: Int
  package let maximumFiles: Int
  package let maximumCommits: Int

  package init(folder: FilePath, maximumBytes: Int, maximumFiles: Int, maximumCommits: Int) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.maximumFiles = maximumFiles
    self.maximumCommits = maximumCommits
  }

  /// The contents of a commit's files. What cannot be read is not there.
  package func contents(of commit: CommitID) -> [Data] {
    let contained = ContainedDirectory(folder.appending(commit.hex))
    // A folder that is not there has nothing in it.
    let names = ((try? contained.entries()) ?? []).map(\.name).filter { $0.hasSuffix(".json") }
    return names.prefix(maximumFiles).compactMap { name in
      (try? contained.bytes(at: name, limit: maximumBytes)).map { Data($0) }
    }
  }

  /// Whole or not at all.
  ///
  /// - Parameter key: what the contents depend on besides the commit.
  package func write(_ data: Data, of commit: CommitID, key: String) throws {
    let commits = ContainedDirectory(making: folder)
    try commits.makeDirectory(commit.hex)
    try commits.write(data, to: "\(commit.hex)/\(Fingerprint.name(of: key, digits: 32)).json")
    let known = try commits.entries().sorted { $0.status.modified < $1.status.modified }
    // Another run may be removing the same: nothing here depends on who does it.
    for oldest in known.dropLast(maximumCommits) { try? commits.remove(oldest.name) }
  }
}
