// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
package import Isolation
package import ReviewContract
package import SystemPackage

/// The sandbox of a run, and the obstacles to stronger ones.
package struct SandboxDecision: Sendable {
  package let settings: SandboxSettings
  package let obstacles: [SandboxSearch.Obstacle]
  /// Leases the user ids of reviews; `nil` if reviews run with the id of this process.
  package var ids: IDPool?
  /// The enforcement of resource limits.
  package var limits = ReviewLimits.watched(because: "control groups were not tried")
  /// The number of concurrent reviews.
  package var reviews = 1
  /// Assigns processors to concurrent reviews; `nil` for a single review, or if the kernel divides CPU time.
  package var processors: ProcessorPool?

  package var level: SandboxLevel { settings.level }

  /// Finds the strongest sandbox that passes its self-test.
  ///
  /// - Parameters:
  ///   - choice: with `auto`, a missing sandbox results in the level `none`; a sandbox requested by name must work.
  ///   - image: the image or root folder of containers.
  ///   - runtime: the OCI runtime; `nil` for the default of podman or docker.
  ///   - range: the operator's range of user ids for reviews that root starts.
  ///   - groups: whether resource limits are enforced by control groups.
  ///   - reviews: the number of concurrent reviews.
  ///   - programs: a directory for a copy of this program, which sandboxes show also after the program on disk was
  ///     replaced; `nil` to show the program itself.
  /// - Throws: ``RunError`` if the requested sandbox, ids or control groups are unavailable, or the program cannot be
  ///   copied.
  package static func make(
    _ choice: SandboxChoice, image: String?, runtime: String?, ids range: IDRange?,
    groups: ControlGroupPreference = .auto, reviews: Int = 1, keepingProgramIn programs: FilePath? = nil,
    home: HomeDirectory, environment: [String: String]
  ) async throws(RunError) -> SandboxDecision {
    let entrance = choice == .none ? SandboxEntrance() : try entrance(in: programs)
    var decision = try await find(
      choice, image: image, runtime: runtime, ids: range, reviews: reviews, entrance: entrance, home: home,
      environment: environment)
    decision.limits = try ReviewLimits.make(groups, decision.level)
    decision.reviews = reviews
    if reviews > 1, !decision.limits.sharesProcessors { decision.processors = ProcessorPool(reviews: reviews) }
    return decision
  }

  private static func entrance(in programs: FilePath?) throws(RunError) -> SandboxEntrance {
    guard let programs else { return SandboxEntrance() }
    let copy = programs.appending("reviewbot")
    do {
      try RunningExecutable.copy(to: copy)
    } catch {
      throw RunError("\(error)", remedy: "free disk space, and give reviewbot read permission for its own program")
    }
    return SandboxEntrance(program: copy)
  }

  private static func find(
    _ choice: SandboxChoice, image: String?, runtime: String?, ids range: IDRange?, reviews: Int,
    entrance: SandboxEntrance, home: HomeDirectory, environment: [String: String]
  ) async throws(RunError) -> SandboxDecision {
    let ids: IDPool?
    do {
      ids = try IDPool.ofThisProcess(range, home: home.path)
    } catch {
      throw RunError(
        "\(error)", remedy: "set sandbox.ids in the operator's file, or run reviewbot as a user other than root")
    }
    let memory = ProbeMemory(home: home.path)
    let search = SandboxSearch(
      environment: environment, image: image, runtime: runtime, scratch: home.runs, reviews: reviews,
      entrance: entrance
    ) { settings in
      // Only bwrap is cached: an image can change without a change on this host.
      let key = settings.level == .bwrap ? ProbeMemory.key(settings, ids: ids) : nil
      if let key, memory.holds(key) { return .works }
      let outcome = await ProbeChild.probe(settings, in: home.runs, ids: ids, environment: environment)
      if let key, outcome == .works { memory.remember(key) }
      return outcome
    }
    let found = await search.first(of: choice.levels)
    if let settings = found.settings {
      return SandboxDecision(settings: settings, obstacles: found.obstacles, ids: settings.level == .none ? nil : ids)
    }
    guard choice == .auto else {
      throw RunError(
        "there is no sandbox: \(description(found.obstacles))",
        remedy: "see reviewbot doctor; --sandbox none runs the code without isolation")
    }
    guard let settings = await search.first(of: [.none]).settings else {
      preconditionFailure("the level none has no requirements")
    }
    return SandboxDecision(settings: settings, obstacles: found.obstacles)
  }

  /// A note for the report if the code ran without a sandbox and that was not requested; else `nil`.
  package var note: String? {
    level == .none && !obstacles.isEmpty ? "the code ran without a sandbox: \(Self.description(obstacles))" : nil
  }

  /// The obstacles in one phrase, for a message.
  package static func description(_ obstacles: [SandboxSearch.Obstacle]) -> String {
    obstacles.map { "\($0.level.rawValue): \($0.reason)" }.joined(separator: "; ")
  }
}

/// Decides whether the code of a pull request may run on this host.
package struct RunGuard: Sendable {
  package let choice: SandboxChoice
  package let sandbox: SandboxDecision
  package let ci: CIEnvironment
  package let hasToken: Bool
  package let landlock: LandlockPreference

  package init(
    choice: SandboxChoice, sandbox: SandboxDecision, ci: CIEnvironment, hasToken: Bool, landlock: LandlockPreference,
    hasLandlock: Bool = Confinement.isAvailable
  ) {
    self.choice = choice
    self.sandbox = sandbox
    self.ci = ci
    self.hasToken = hasToken
    self.landlock = landlock
    self.hasLandlock = hasLandlock
  }
  package let hasLandlock: Bool

  /// - Throws: ``RunError`` if the code must not run.
  package func check(_ pullRequest: PullRequest) throws(RunError) {
    guard pullRequest.isFromFork else { return }
    guard sandbox.level == .none else { return try checkLandlock(pullRequest) }
    if choice == .auto {
      throw RunError(
        "pull request #\(pullRequest.number) comes from another repository, and there is no sandbox to run its code in "
          + "(\(SandboxDecision.description(sandbox.obstacles)))",
        remedy: "install bubblewrap and see reviewbot doctor, or run it in a disposable environment, such as a CI job "
          + "with a read-only token, with --sandbox none")
    }
    if ci.hasPrivilegedEvent && hasToken {
      throw RunError(
        "cannot run code from another repository in a \(ci.eventName ?? "privileged") job, whose token can have write permission",
        remedy: "run check in a job for the event pull_request, where the token is read-only")
    }
  }

  /// The sandbox isolates the code; Landlock confines the process that parses the code's output.
  private func checkLandlock(_ pullRequest: PullRequest) throws(RunError) {
    guard landlock == .required, !hasLandlock else { return }
    throw RunError(
      "pull request #\(pullRequest.number) comes from another repository, and this kernel has no Landlock to "
        + "confine the process that reads the output of its code",
      remedy: "use Linux 5.19 or later with Landlock enabled, or review without it with --landlock optional "
        + "(sandbox: {landlock: optional} for serve)")
  }
}

/// The enforcement of reviews' resource limits on this host.
package enum ReviewLimits: Sendable {
  /// By the kernel: memory, processes and threads, and CPU share. If required, a review without a control group fails.
  case groups(ControlGroupPool, isRequired: Bool)
  /// By polling `/proc` several times a second.
  case watched(because: String)

  /// The instructions for enforcement by the kernel.
  package static let remedy =
    "on a host with control groups of version 2, start reviewbot in a delegated one: as a service with Delegate=yes "
    + "(config/reviewbot.service), or by systemd-run --user --scope -p Delegate=yes"

  /// Chooses the enforcement, and moves this process into a control group of its own if necessary.
  ///
  /// - Throws: ``RunError`` if control groups are required and unavailable.
  package static func make(_ preference: ControlGroupPreference, _ level: SandboxLevel) throws(RunError) -> ReviewLimits
  {
    if preference == .off { return .watched(because: "control groups are disabled") }
    let obstacle: String
    do {
      if let reason = Self.obstacle(level) {
        obstacle = reason
      } else {
        return .groups(try ControlGroupPool.ofThisProcess(), isRequired: preference == .required)
      }
    } catch {
      obstacle = String(systemError: error)
    }
    guard preference != .required else {
      throw RunError("cannot limit reviews by control groups: \(obstacle)", remedy: remedy)
    }
    return .watched(because: obstacle)
  }

  private static func obstacle(_ level: SandboxLevel) -> String? {
    switch level {
    case .none: "there is no sandbox"
    case .container: "containers are limited by the program that creates them"
    // A sandbox enters the group through a launcher, and a review has a launcher only with Landlock.
    case .bwrap: Confinement.isAvailable ? nil : "the kernel has no Landlock"
    }
  }

  /// Whether the kernel divides CPU time equally among concurrent reviews.
  package var sharesProcessors: Bool {
    if case .groups(let pool, _) = self { pool.controllers.contains("cpu") } else { false }
  }

  /// Creates a control group for a review; returns `nil` if its limits are enforced by polling.
  ///
  /// - Parameters:
  ///   - reviews: the number of concurrent reviews.
  ///   - note: receives the reason if the group cannot be created and is not required.
  /// - Throws: ``SandboxError`` if the group cannot be created and is required.
  package func lease(
    _ limits: SandboxLimits, reviews: Int, note: (String) -> Void
  ) throws(SandboxError) -> ControlGroupLease? {
    guard case .groups(let pool, let isRequired) = self else { return nil }
    do throws(SandboxError) {
      return try pool.lease(limits, reviews: reviews)
    } catch {
      if isRequired { throw error }
      note("the review has no control group; its usage is polled instead: \(String(systemError: error))")
      return nil
    }
  }

  /// A phrase for the log and for `doctor`.
  package var description: String {
    switch self {
    case .groups(let pool, _): "by the kernel (\(pool.controllers.sorted().joined(separator: ", "))), in \(pool.folder)"
    case .watched(let reason): "by polling several times a second: \(reason)"
    }
  }
}
