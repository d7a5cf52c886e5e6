// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Isolation
package import Observability
package import ReviewContract
import SystemPackage
package import WorkerProtocol

/// The parent's side of `reviewbot __review`.
package struct WorkerProcess: Sendable {
  package let environment: [String: String]
  /// What the code under review must not see: the token, or the key of the app that makes tokens.
  package let secret: Secret?
  /// What nothing shows or keeps of what the child leaves.
  package let secrets: KnownSecrets
  /// What the child does first.
  package let preparation: WorkerPreparation

  package init(environment: [String: String], secret: Secret?, secrets: KnownSecrets, preparation: WorkerPreparation) {
    self.environment = environment
    self.secret = secret
    self.secrets = secrets
    self.preparation = preparation
  }

  /// Bytes of progress: what builds and tests print is limited where they run, and comes here wrapped.
  private static let largestOutput = 8 << 30
  /// Besides the limits of build and tests, of the head and of the merge, for rules, coverage and describing the package.
  package static let slack = Duration.seconds(900)

  /// Reviews in a child and reads the report that it leaves. Trusts nothing of it but what it is: the caller checks
  /// that it speaks of the right commit.
  package func review(_ request: WorkerCall.Request, progress: @escaping ProgressHandler) async throws -> ReviewResult {
    let isOpen = request.sandbox.level == .none
    if isOpen { try protectToken() }
    let once = request.configuration.build.timeLimit.duration + request.configuration.tests.timeLimit.duration
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
      throw RunError("the report speaks of another commit or pull request than the one that was checked out")
    }
    return coverage(request, beside: try report.masked(by: secrets.mask))
  }

  private func inherited(_ request: WorkerCall.Request) -> [String: String] {
    // The system's own is closed to it.
    SandboxedEnvironment.inherited(from: environment).merging(["TMPDIR": request.results.appending("tmp").string]) {
      $1
    }
  }

  private func coverage(_ request: WorkerCall.Request, beside report: Report) -> ReviewResult {
    switch UntrustedCoverageFile(request.coverage, of: report.head, mask: secrets.mask) {
    case .read(let snapshot): return ReviewResult(report: report, coverage: snapshot)
    case .missing: return ReviewResult(report: report, coverage: nil)
    case .unusable:
      let note = "the coverage of the whole project could not be read, so that it was not compared with the base"
      return ReviewResult(report: report.noting(note), coverage: nil)
    }
  }

  /// Without Landlock, code under review can read the environment of the processes above us, as any process of the same
  /// user can.
  private func protectToken() throws {
    guard let secret, !Confinement.isAvailable else { return }
    let remedy = "use a kernel with Landlock (Linux 5.19 or later), or leave the token to another job with --no-publish"
    guard getuid() != 0 else {
      throw RunError(
        "code under review that runs as root could read the token in our memory, and this kernel has no Landlock",
        remedy: remedy)
    }
    let ancestors = Confinement.ancestorsShowing(secret.reveal())
    guard let first = ancestors.first else { return }
    throw RunError(
      "the code under review could read the token in the environment of process \(first), and this kernel has no Landlock to prevent it",
      remedy: remedy)
  }

  private func read(_ request: WorkerCall.Request) throws -> Report {
    let folder = ContainedDirectory(request.report.removingLastComponent())
    let name = request.report.lastComponent?.string ?? ""
    do {
      return try ReportFile.decode(Data(try folder.bytes(at: name, limit: ReportFile.maximumBytes)))
    } catch let failure as ContainedDirectory.Failure {
      throw RunError("the review left no report that can be read: \(failure)")
    }
  }

  private static func explain(_ error: ChildCallError<WorkerCall.Failure>) -> RunError {
    switch error {
    case .failed(let failure): RunError("the review failed: \(failure)")
    case .notStarted(let reason): RunError("the process that reviews could not be started: \(reason)")
    case .ended(let result) where result.ending == .cancelled: RunError("the review was cancelled")
    case .ended(let result):
      RunError(
        "the process that reviews ended without an answer (\(result.ending)): \(result.tail.last ?? "no output")")
    }
  }
}
