// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

/// The findings of SwiftLint and of our rules in files of real packages.
///
/// `REVIEWBOT_SWIFTLINT` names a folder whose folders have SwiftLint's recorded verdicts, each of other rules; the files
/// are those of the packages that the build has fetched, if they are of the recorded versions.
struct SwiftLintVerdictsTests {
  @Test(.enabled(if: SwiftLintVerdicts.folder != nil, "REVIEWBOT_SWIFTLINT is not set to a folder of verdicts"))
  func `at least 99.5 % of the findings in real files agree with SwiftLint`() async throws {
    let verdicts = try await blocking { try SwiftLintVerdicts(seed: 58, files: 80) }
    try #require(verdicts.files.count == 80, "the build has fetched other versions of the packages")
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      for file in verdicts.files { try git.write(file.name, file.text()) }
      try git.write("all.yml", "opt_in_rules: [all]\n")
      try git.commit("base")
      let program = try BuiltProgram(in: folder)
      let listed = try await program.run(["rules", "--format", "ids"], in: git.folder.path)
      let known = Set(listed.output.split(separator: "\n").map(String.init)).intersection(verdicts.rules)
      let outcome = try await program.run(
        ["lint", "--all", "--no-cache", "--swiftlint-config", "all.yml", "--format", "swiftlint-json"],
        in: git.folder.path)
      let own = Set(try SwiftLintFinding.all(in: outcome, of: git)).filter { known.contains($0.rule) }
      let wanted = verdicts.wanted.filter { known.contains($0.rule) }
      let (agreed, different) = (own.intersection(wanted), own.symmetricDifference(wanted))
      #expect(agreed.count > 2_000)
      let places = different.sorted { ($0.rule, $0.file, $0.line) < ($1.rule, $1.file, $1.line) }
        .map { "\(own.contains($0) ? "+" : "-")\($0.rule) \($0.file):\($0.line)" }
      #expect(
        Double(agreed.count) >= 0.995 * Double(agreed.count + different.count),
        "\(agreed.count) findings agree, and not these: \(places.joined(separator: "\n"))")
    }
  }
}

/// A slice of the recorded files.
private struct SwiftLintVerdicts {
  static var folder: String? { ProcessInfo.processInfo.environment["REVIEWBOT_SWIFTLINT"] }

  struct File {
    /// With the package as its first folder.
    let name: String
    let path: FilePath

    func text() throws -> String { try String(contentsOfFile: path.string, encoding: .utf8) }
  }

  let files: [File]
  /// The rules that were recorded.
  let rules: Set<String>
  let wanted: Set<SwiftLintFinding>

  /// - Parameters:
  ///   - seed: selects the files.
  ///   - files: the number of files.
  init(seed: Int, files count: Int) throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder ?? "").sorted()
      .map { FilePath(Self.folder ?? "").appending($0) }
      .filter { FileManager.default.fileExists(atPath: $0.appending("verdicts.tsv.gz").string) }
    // `.build/debug/reviewbotPackageTests.xctest`
    let checkouts = RunningExecutable.path.removingLastComponent().removingLastComponent().removingLastComponent()
      .appending("checkouts")
    var roots: [String: FilePath] = [:]
    for row in try folders.flatMap({ try Self.rows($0, "packages.tsv") }) {
      let name = row[1].split(separator: "/").last.map(String.init) ?? ""
      let root = checkouts.appending(name)
      guard FileManager.default.fileExists(atPath: root.string) else { continue }
      let tags = try FinishedCommand.output(of: ["git", "-C", root.string, "tag", "--points-at", "HEAD"])
      if tags.split(separator: "\n").map(String.init).contains(row[2]) { roots[row[0]] = root }
    }
    let recorded = Set(try folders.flatMap { try Self.unpacked($0.appending("files.tsv.gz")) }).compactMap { row in
      roots[row[0]].map { File(name: "\(row[0])/\(row[1])", path: $0.appending(row[1])) }
    }
    // Where several configurations were recorded, the first column has their names.
    func standard(_ row: [String], columns: Int) -> [String]? {
      row.count == columns ? row : row.first == "default" ? Array(row.dropFirst()) : nil
    }
    rules = Set(
      try folders.flatMap { try Self.rows($0, "rules-recorded.txt") }.compactMap { standard($0, columns: 1)?.first })
    files = Array(recorded.sorted { Self.rank($0, seed) < Self.rank($1, seed) }.prefix(count))
    let names = Set(files.map(\.name))
    wanted = Set(
      try folders.flatMap { try Self.unpacked($0.appending("verdicts.tsv.gz")) }.compactMap { row in
        guard let row = standard(row, columns: 4) else { return nil }
        let name = "\(row[0])/\(row[1])"
        return names.contains(name) ? SwiftLintFinding(file: name, line: Int(row[2]) ?? 0, rule: row[3]) : nil
      })
  }

  private static func rank(_ file: File, _ seed: Int) -> String { Fingerprint.name(of: "\(seed) \(file.name)") }

  private static func unpacked(_ file: FilePath) throws -> [[String]] {
    rows(try FinishedCommand.output(of: ["gzip", "-dc", file.string]))
  }

  private static func rows(_ folder: FilePath, _ name: String) throws -> [[String]] {
    rows(try String(contentsOfFile: folder.appending(name).string, encoding: .utf8))
  }

  private static func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }
}
