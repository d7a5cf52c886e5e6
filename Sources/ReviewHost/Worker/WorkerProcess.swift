// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
package import Findings
import Foundation
import Isolation
package import Observability
package import ReviewContract
package import SecretMasking
package import SystemPackage
package import WorkerProtocol

/// Runs `reviewbot __review` as a child process, and reads its report.
package struct WorkerProcess: Sendable {
  package let environment: [String: String]
  /// The token, or the private key of the app, which the code under review must not be able to read.
  package let secret: Secret?
  /// The secrets to mask in the child's output.
  package let secrets: KnownSecrets
  /// The child drops its privileges as described here before it reads the request.
  package let preparation: WorkerPreparation

  package init(environment: [String: String], secret: Secret?, secrets: KnownSecrets, preparation: WorkerPreparation) {
    self.environment = environment
    self.secret = secret
    self.secrets = secrets
    self.preparation = preparation
  }

  /// The maximum size of progress events in bytes. The output of builds and tests in them has limits of its own.
  private static let largestOutput = 8 << 30
  /// The time for rules, coverage and package description, in addition to the limits of builds and tests.
  package static let slack = Duration.seconds(900)

  /// Reviews in a child process and reads its report. The report is untrusted: its commit and pull request are compared
  /// with the request, and secrets are masked.
  ///
  /// - Throws: ``RunError`` if the child fails or times out, or its report is missing, invalid or of another commit.
  package func review(_ request: WorkerCall.Request, progress: @escaping ProgressHandler) async throws -> ReviewResult {
    let isOpen = request.sandbox.level == .none
    if isOpen { try protectToken() }
    let build = request.configuration.build
    let setup = build.setupPlan?.timeLimit ?? .zero
    let linters = request.configuration.lint.linters.filter(\.isOn)
      .reduce(Duration.zero) { $0 + $1.timeout.duration }
    let once = setup + build.timeLimit.duration + request.configuration.tests.timeLimit.duration + linters
    let limits = ChildLimits(time: once * 2 + Self.slack, outputBytes: Self.largestOutput)
    do {
      let call = try WorkerCall.Call(
        WorkerCall.name, WorkerCall.arguments(for: request.sandbox.level),
        preparation: preparation)
      _ = try await call(
        request, environment: inherited(request), limits: limits, onEvent: progress)
    } catch let error as ChildCallError<WorkerCall.Failure> {
      throw Self.explain(error)
    }
    let report = try read(request)
    guard report.head == request.workspace.head, report.pullRequest.number == request.pullRequest.number else {
      throw RunError("the report does not match the commit and pull request that were checked out")
    }
    // The descriptions of rules are from the configuration, because those in the report are untrusted.
    let named = report.identified(by: request.pullRequest).naming(request.configuration.definedCustomRules)
    return coverage(request, beside: try named.masked(by: secrets.mask))
  }

  private func inherited(_ request: WorkerCall.Request) -> [String: String] {
    // The child has no access to the system's temporary directory.
    SandboxedEnvironment.inherited(from: environment).merging(["TMPDIR": request.results.appending("tmp").string]) {
      $1
    }
  }

  private func coverage(_ request: WorkerCall.Request, beside report: Report) -> ReviewResult {
    switch UntrustedCoverageFile(request.coverage, of: report.head, mask: secrets.mask) {
    case .read(let snapshot): return ReviewResult(report: report, coverage: snapshot)
    case .missing: return ReviewResult(report: report, coverage: nil)
    case .unusable:
      let note = "cannot read the coverage of the whole project; it was not compared with the base"
      return ReviewResult(report: report.noting(note), coverage: nil)
    }
  }

  /// Without Landlock, code under review can read the environment of this process's ancestors, like any process of the
  /// same user.
  ///
  /// - Throws: ``RunError`` if the secret could be read.
  private func protectToken() throws {
    guard let secret, !Confinement.isAvailable else { return }
    let remedy = "use a kernel with Landlock (Linux 5.19 or later), or leave the token to another job with --no-publish"
    guard getuid() != 0 else {
      throw RunError(
        "code under review that runs as root could read the token in reviewbot's memory, and this kernel has no Landlock",
        remedy: remedy)
    }
    let ancestors = Confinement.ancestorsShowing(secret.reveal())
    guard let first = ancestors.first else { return }
    throw RunError(
      "the code under review could read the token in the environment of process \(first), and this kernel has no Landlock to prevent it",
      remedy: remedy)
  }

  private func read(_ request: WorkerCall.Request) throws -> Report {
    let folder = ContainedDirectory(request.report.parent)
    let name = request.report.name
    do {
      return try ReportFile.decode(Data(try folder.bytes(at: name, limit: ReportFile.maximumBytes)))
    } catch let failure as ContainedDirectory.Failure {
      throw RunError("cannot read the report of the review: \(failure)")
    }
  }

  private static func explain(_ error: ChildCallError<WorkerCall.Failure>) -> RunError {
    switch error {
    case .failed(let failure): RunError("the review failed: \(failure)")
    case .notStarted(let reason): RunError("cannot start the worker process: \(reason)")
    case .ended(let result) where result.ending == .cancelled: RunError("the review was cancelled")
    case .ended(let result):
      RunError(
        "the worker process ended without a response (\(result.ending)): \(result.tail.last ?? "no output")")
    }
  }
}

extension WorkerLeftovers {
  /// Validates the worker's cache entries and moves them to the caches. Call it after the review's last process has
  /// ended.
  ///
  /// - Returns: the reason if the build of the base cannot be cached; the review's result is valid in either case.
  package func takeOver(builds kept: FilePath, classifications folder: FilePath) async -> String? {
    ClassificationDirectory(folder).takeOver(from: classifications)
    do {
      try await BuildHandover(to: kept).takeOver(from: builds)
      return nil
    } catch {
      return "cannot cache the build of the base: \(String(systemError: error))"
    }
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
