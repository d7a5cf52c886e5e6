// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SeededTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// What `mutate` says about mutants, compared with edits of the sources by hand, a build and `swift test`.
  ///
  /// `REVIEWBOT_MUTATED_PACKAGES` names built packages without dependencies, separated by colons, to compare instead of a
  /// small one.
  struct MutantDifferenceTests {
    fileprivate struct Report: Decodable {
      struct File: Decodable {
        let source: String
        let mutants: [Mutant]
      }

      let files: [String: File]
    }

    fileprivate struct Mutant: Decodable {
      struct Position: Decodable {
        let line: Int
        let column: Int
      }

      struct Location: Decodable {
        let start: Position
        let end: Position
      }

      let description: String
      let replacement: String
      let location: Location
      let status: String
    }

    private static let count = 25

    private static let packages: [String] = {
      let names = ProcessInfo.processInfo.environment["REVIEWBOT_MUTATED_PACKAGES"] ?? ""
      return names.isEmpty ? [""] : names.split(separator: ":").map(String.init)
    }()

    @Test(
      .enabled(if: Soak.isLong && Bubblewrap.isUsable, "REVIEWBOT_SOAK is not set, or \(Bubblewrap.isMissing)"),
      arguments: packages)
    func `mutants have the fate of edits by hand`(package: String) async throws {
      try await withScratchDirectory { folder in
        let tree = try package.isEmpty ? MutateTests.sample(in: folder) : FilePath(package)
        let outcome = try await BuiltProgram(in: folder).run(
          ["mutate", "--all", "--limit", "1000", "--time", "1h", "--format", "json"], in: tree)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let all = report.files.sorted { $0.key < $1.key }.flatMap { path, file in file.mutants.map { (path, file, $0) }
        }
        let failed = all.count { $2.status == "CompileError" }
        print("\(tree): \(all.count) mutants, \(failed) did not compile")
        #expect(failed * 20 <= all.count)

        let copy = folder.path.appending("copy")
        try FinishedCommand.output(of: ["cp", "-R", tree.string, copy.string], in: folder.path)
        try FinishedCommand.output(of: ["rm", "-rf", ".build"], in: copy)
        // SwiftPM leaves files in both folders.
        let temporary = try folder.folder("temporary").path.string
        let environment = ProcessInfo.processInfo.environment.merging(["HOME": temporary, "TMPDIR": temporary]) { $1 }
        #expect(try status(in: copy, environment) == "Survived")
        var random = SeededRandom(seed: 50)
        let chosen = all.filter { ["Killed", "Survived", "Timeout"].contains($2.status) }.shuffled(using: &random)
        var (compared, broken) = (0, 0)
        for (path, file, mutant) in chosen where compared < Self.count {
          let place = copy.pushing(FilePath(path)).string
          try mutant.edit(file.source).write(toFile: place, atomically: true, encoding: .utf8)
          let expected = mutant.status == "Survived" ? "Survived" : "Killed"
          if let found = try status(in: copy, environment) {
            #expect(found == expected, "\(path):\(mutant.location.start.line): \(mutant.description)")
            compared += 1
          } else {
            broken += 1
          }
          try file.source.write(toFile: place, atomically: true, encoding: .utf8)
        }
        print("\(tree): compared \(compared); \(broken) edits by hand did not compile")
        #expect(broken * 4 <= compared)
      }
    }

    /// Returns nil if the package does not compile, for example because of code that is never run.
    private func status(in package: FilePath, _ environment: [String: String]) throws -> String? {
      let build = try FinishedCommand(["swift", "build", "--build-tests"], environment: environment, in: package)
      guard build.status == 0 else { return nil }
      // A loop that does not end is noticed as well.
      let tests = try FinishedCommand(
        ["timeout", "300", "swift", "test", "--skip-build"], environment: environment, in: package)
      return tests.status == 0 ? "Survived" : "Killed"
    }
  }
}

extension EndToEnd.MutantDifferenceTests.Mutant {
  /// Returns the source with the replacement, whose columns are of UTF-16.
  fileprivate func edit(_ source: String) -> String {
    let starts = [0] + source.utf16.enumerated().filter { $1 == 10 }.map { $0.offset + 1 }
    func index(_ position: Position) -> String.Index {
      String.Index(utf16Offset: starts[position.line - 1] + position.column - 1, in: source)
    }
    return source.replacingCharacters(in: index(location.start)..<index(location.end), with: replacement)
  }
}
