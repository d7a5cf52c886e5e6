// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Foundation
package import Isolation
import ReviewContract
import SystemPackage
import WorkerProtocol

/// `reviewbot __try-limits`: runs programs concurrently in the sandbox and under the limits of a review, and prints the
/// result of each. For Tests/ControlGroups, on machines without a toolchain.
package enum LimitTrial {
  package static let name = "__try-limits"
  package static let childName = "__try-limit"

  /// The JSON on the standard input.
  package struct Request: Codable, Sendable {
    package struct Review: Codable, Sendable {
      package let name: String
      /// The program and its arguments.
      package let commandLine: [String]
      package let memoryBytes: Int
      package let tasks: Int
      package let diskBytes: Int
      package let files: Int
    }

    package let groups: String
    /// A writable directory.
    package let home: String
    /// The directory of the programs, which is mounted in the sandbox.
    package let programs: String
    package let seconds: Int
    package let reviews: [Review]
  }

  package struct Order: Codable, Sendable {
    package let plan: LaunchPlan
    package let commandLine: [String]
    package let seconds: Int
  }

  package struct Response: Codable, Sendable {
    package let ending: String
    package let lastLine: String
  }

  private typealias Call = ChildCall<Order, ProgressEvent, Response, WorkerCall.Failure>

  // MARK: The parent process

  /// Runs the trial that standard input describes, and prints a line for each review.
  ///
  /// - Returns: the exit status of the process.
  package static func run(environment: [String: String]) async throws -> Int32 {
    let request = try JSONDecoder().decode(Request.self, from: FileHandle.standardInput.readToEnd() ?? Data())
    let home = HomeDirectory(path: FilePath(request.home))
    let limits = try ReviewLimits.make(ControlGroupPreference(rawValue: request.groups) ?? .auto, .bwrap)
    let ids = try IDPool.ofThisProcess(nil, home: home.path)
    let search = SandboxSearch(
      environment: environment, image: nil, runtime: nil, scratch: home.path, reviews: request.reviews.count
    ) { _ in .works }
    guard let settings = await search.first(of: [.bwrap]).settings else {
      throw UsageError("there is no bwrap on PATH", remedy: "install bubblewrap")
    }
    let processors =
      limits.sharesProcessors || request.reviews.count == 1 ? nil : ProcessorPool(reviews: request.reviews.count)
    print("limits\t\(limits.description)")
    await withTaskGroup(of: String.self) { group in
      for review in request.reviews {
        group.addTask {
          do {
            return try await run(review, request, settings, limits, ids, processors?.lease(), environment)
          } catch {
            return "\(review.name)\tfailed\t\(error)\t"
          }
        }
      }
      for await line in group { print(line) }
    }
    return 0
  }

  private static func run(
    _ review: Request.Review, _ request: Request, _ settings: SandboxSettings, _ limits: ReviewLimits, _ ids: IDPool?,
    _ processors: ProcessorLease?, _ environment: [String: String]
  ) async throws -> String {
    let run = FilePath(request.home).appending("run-\(UUID().uuidString)")
    let folders = ["source", "results", "launcher"].map { run.appending($0) }
    let inner = folders[1].appending("head")
    for folder in folders + [inner] {
      try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }
    defer { try? DirectoryRemoval.remove(run) }
    var settings = settings
    settings.limits.resources.memoryBytes = review.memoryBytes
    settings.limits.resources.tasks = review.tasks
    settings.limits.resources.diskBytes = review.diskBytes
    settings.limits.resources.files = review.files
    settings.limits.resources.folders = Array(folders[..<2])
    let lease = try ids?.lease()
    let group = try limits.lease(settings.limits, reviews: request.reviews.count) { print("note\t\($0)") }
    if let group { settings.limits = group.limits }
    defer {
      if let remaining = group?.end() { print("left\t\(remaining)") }
      withExtendedLifetime((lease, processors)) {}
    }
    if let lease {
      try RunIdentity.give([run], to: lease.id)
      settings.userNamespace = folders[2].appending("user-namespace")
    }
    let programs = FilePath(request.programs)
    let plan = LaunchPlan(
      settings: settings, folders: Array(folders[..<2]), toolchains: [programs], scratch: folders[2])
    var files = ConfinedFiles.system
    files.readable += [programs, RunningExecutable.image] + SandboxEntrance.libraries
    files.writable += Array(folders[..<2])
    var preparation = WorkerPreparation()
    preparation.identity = lease.map {
      RunIdentity(user: $0.id, paths: [run, programs] + settings.programs, namespace: settings.userNamespace)
    }
    preparation.launch = plan
    preparation.files = files
    preparation.group = group?.entrance
    preparation.processors = processors?.share
    let clock = ContinuousClock()
    let start = clock.now
    let response = try await Call(childName, preparation: preparation)(
      Order(plan: plan, commandLine: review.commandLine, seconds: request.seconds),
      environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin"],
      limits: ChildLimits(time: .seconds(request.seconds + 60))
    ) { _ in }
    let seconds = ((clock.now - start) / .seconds(1)).formatted(.number.precision(.fractionLength(1)))
    return "\(review.name)\t\(response.ending)\t\(seconds)\t\(response.lastLine)"
  }

  // MARK: The child process, which starts sandboxes

  /// Runs one review of the trial.
  ///
  /// - Returns: the exit status of the process.
  package static func serveChild(environment: [String: String]) async throws -> Int32 {
    try Confinement.enter(environment: environment) {
      try ChildPreparation.read(WorkerPreparation.self).prepare(otherwise: .nothing)
    }
    let launcher = WorkerPreparation.launcher()
    return await ChildReply.serve {
      (order: Order, _: @escaping @Sendable (ProgressEvent) -> Void) async throws(WorkerCall.Failure) -> Response in
      guard let launcher else { throw WorkerCall.Failure(description: "there is no launcher for sandboxes") }
      let folders = order.plan.folders
      let runner = LaunchedSandbox(order.plan, launcher).runner(showing: [
        SharedDirectory(order.plan.toolchains[0], as: order.plan.toolchains[0]),
        SharedDirectory(folders[0], as: CheckoutNames.source, isWritable: true),
        SharedDirectory(folders[1].appending("head"), as: CheckoutNames.run, isWritable: true),
      ])
      let command = ChildCommand(
        FilePath(order.commandLine[0]), Array(order.commandLine.dropFirst()), environment: [:],
        workingDirectory: CheckoutNames.source)
      do {
        let result = try await runner.run(
          command, limits: ChildLimits(time: .seconds(order.seconds)), reach: .nothing
        ) { _ in }
        return Response(ending: "\(result.ending)", lastLine: result.tail.last ?? "")
      } catch {
        throw WorkerCall.Failure(description: String(systemError: error))
      }
    }
  }
}
