// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Findings
import Foundation
import KeyedStore
package import ReviewContract
package import SecretMasking
package import SystemPackage
package import WorkerProtocol

extension WorkerCall.Request {
  /// Reads the report that the worker wrote. It is untrusted.
  ///
  /// - Throws: ``RunError`` if the file cannot be read, or an error about its content.
  func readReport() throws -> Report {
    let folder = ContainedDirectory(report.parent)
    let name = report.name
    do {
      return try ReportFile.decode(Data(try folder.bytes(at: name, limit: ReportFile.maximumBytes)))
    } catch let failure as ContainedDirectory.Failure {
      throw RunError("cannot read the report of the review: \(failure)")
    }
  }

  /// Reads the results of all tests that the worker wrote. They are untrusted.
  ///
  /// - Returns: `nil` if there are none, or if they cannot be read.
  func readTests() -> TestResultTable? {
    let folder = ContainedDirectory(tests.parent)
    let bytes = try? folder.bytes(at: tests.name, limit: TestResultTable.maximumBytes)
    return bytes.flatMap { TestResultTable(bytes: $0) }
  }
}

/// The file with the project's coverage that the worker writes beside its report. Like the report, it is untrusted.
package enum UntrustedCoverageFile: Hashable, Sendable {
  case read(CoverageSnapshot)
  /// The file does not exist: the coverage was not measured.
  case missing
  /// Damaged, too large, a link, or of another commit.
  case unusable

  package init(_ file: FilePath, of commit: CommitID, mask: SecretMask = SecretMask()) {
    let folder = ContainedDirectory(file.parent)
    do {
      let data = Data(try folder.bytes(at: file.name, limit: CoverageSnapshot.maximumBytes))
      let snapshot = CoverageSnapshot(decoding: MaskedJSON.masked(data, by: mask))
      self = snapshot.flatMap { $0.commit == commit ? .read($0) : nil } ?? .unusable
    } catch {
      self = error == .missing ? .missing : .unusable
    }
  }
}

extension WorkerLeftovers {
  /// Validates the worker's cache entries and moves them to the caches. Call it after the review's last process has
  /// ended.
  ///
  /// - Returns: the reason if the build of the base cannot be cached; the review's result is valid in either case.
  package func takeOver(builds kept: FilePath, classifications folder: FilePath) async -> String? {
    ClassificationStore(folder).takeOver(from: ClassificationStore(classifications, isBounded: false))
    do {
      try await BuildHandover(to: kept).takeOver(from: builds)
      return nil
    } catch {
      return "cannot cache the build of the base: \(String(systemError: error))"
    }
  }
}

extension Report {
  /// The report of a worker without comparisons with the base and with earlier reviews, which only the host makes.
  var withoutComparisons: Report {
    with(
      runs: runs.map { run in
        var run = run
        run.failures = run.failures.map(\.withoutComparisons)
        run.flaky = run.flaky.map(\.withoutComparisons)
        return run
      })
  }
}

extension TestFailure {
  fileprivate var withoutComparisons: TestFailure {
    var failure = TestFailure(suite: suite, name: name, message: message, path: path, line: line, output: output)
    failure.repetitions = repetitions
    return failure
  }
}
