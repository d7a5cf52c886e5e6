// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
package import Isolation
package import ReviewContract
package import SystemPackage
package import WorkerProtocol

/// `reviewbot __probe`: runs the self-test of a sandbox with the user id that a review would have.
package enum ProbeChild {
  package static let name = "__probe"

  package struct Request: Codable, Sendable {
    package let settings: SandboxSettings
    /// An empty folder for the duration of the probe.
    package let scratch: FilePath
  }

  package typealias Call = ChildCall<Request, ProgressEvent, SandboxProbe.Outcome, WorkerCall.Failure>

  private static let limits = ChildLimits(time: .seconds(60))

  /// Reads one request from standard input and tries a sandbox with it.
  ///
  /// - Returns: the exit status of the process.
  /// - Throws: an error if the process cannot be prepared.
  package static func serve(environment: [String: String]) async throws -> Int32 {
    try Confinement.enter(environment: environment) {
      try ChildPreparation.read(WorkerPreparation.self).prepare(otherwise: .nothing)
    }
    // As the launcher of sandboxes: the daemon's umask would close a container's files to its user.
    umask(0o022)
    Orphans.adopt()
    return await ChildReply.serve {
      (request: Request, _: @escaping @Sendable (ProgressEvent) -> Void) async throws(WorkerCall.Failure)
        -> SandboxProbe.Outcome in
      await SandboxProbe(scratch: request.scratch).probe(request.settings)
    }
  }

  /// Runs the self-test in a temporary folder in `runs`, which must exist. Errors become the outcome `broken`.
  ///
  /// - Parameter ids: leases the user id of the sandbox; `nil` for the id of this process.
  package static func probe(
    _ settings: SandboxSettings, in runs: FilePath, ids: IDPool?, environment: [String: String]
  ) async -> SandboxProbe.Outcome {
    let scratch = runs.appending("probe-\(UUID().uuidString)")
    // A later run removes what remains.
    defer { try? DirectoryRemoval.remove(scratch) }
    do {
      try FileManager.default.createDirectory(
        atPath: scratch.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      var settings = settings
      settings.limits.resources.folders = [scratch]
      let lease = settings.level == .none ? nil : try ids?.lease()
      var identity: RunIdentity?
      if let lease, settings.level == .container {
        // Starting a container requires root. The probe contains no output of code under review.
        settings.guest = lease.id
      } else if let lease {
        settings.userNamespace = scratch.appending("user-namespace")
        try RunIdentity.give([scratch], to: lease.id)
        identity = RunIdentity(
          user: lease.id, paths: [scratch] + settings.programs, namespace: settings.userNamespace)
      }
      let call = try Call(name, preparation: WorkerPreparation(identity: identity))
      return try await call(
        Request(settings: settings, scratch: scratch),
        environment: ["PATH": environment["PATH"] ?? "", "TMPDIR": scratch.string],
        limits: limits
      ) { _ in }
    } catch ChildCallError<WorkerCall.Failure>.failed(let failure) {
      return .broken(reason: "\(failure)")
    } catch ChildCallError<WorkerCall.Failure>.ended(let result) {
      return .broken(reason: result.lastOutput ?? "the probe ended without a response (\(result.ending))")
    } catch {
      return .broken(reason: String(systemError: error))
    }
  }
}
