// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Isolation
package import ReviewContract
import SystemPackage

/// The sandbox of a run, and why stronger ones are unavailable.
package struct SandboxDecision: Sendable {
  package let settings: SandboxSettings
  package let obstacles: [SandboxSearch.Obstacle]
  /// Leases the user ids of reviews; `nil` if reviews run with the id of this process.
  package var ids: IDPool?
  /// How resource limits are enforced.
  package var limits = ReviewLimits.watched(because: "control groups were not tried")
  /// The number of concurrent reviews.
  package var reviews = 1
  /// Assigns processors to concurrent reviews; `nil` for a single review, or if the kernel divides CPU time.
  package var processors: ProcessorPool?

  package init(
    settings: SandboxSettings, obstacles: [SandboxSearch.Obstacle], ids: IDPool? = nil, processors: ProcessorPool? = nil
  ) {
    self.settings = settings
    self.obstacles = obstacles
    self.ids = ids
    self.processors = processors
  }

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
  /// - Throws: ``RunError`` if the requested sandbox, ids or control groups are unavailable.
  package static func make(
    _ choice: SandboxChoice, image: String?, runtime: String?, ids range: IDRange?,
    groups: ControlGroupPreference = .auto, reviews: Int = 1, places: Places, environment: [String: String]
  ) async throws(RunError) -> SandboxDecision {
    var decision = try await find(
      choice, image: image, runtime: runtime, ids: range, reviews: reviews, places: places, environment: environment)
    decision.limits = try ReviewLimits.make(groups, decision.level)
    decision.reviews = reviews
    if reviews > 1, !decision.limits.sharesProcessors { decision.processors = ProcessorPool(reviews: reviews) }
    return decision
  }

  private static func find(
    _ choice: SandboxChoice, image: String?, runtime: String?, ids range: IDRange?, reviews: Int, places: Places,
    environment: [String: String]
  ) async throws(RunError) -> SandboxDecision {
    let ids: IDPool?
    do {
      ids = try IDPool.own(range, home: places.home)
    } catch {
      throw RunError(
        "\(error)", remedy: "set sandbox.ids in the operator's file, or run reviewbot as another user than root")
    }
    let memory = ProbeMemory(home: places.home)
    let search = SandboxSearch(
      environment: environment, image: image, runtime: runtime, scratch: places.runs, reviews: reviews
    ) { settings in
      // Only bwrap is cached: an image can change without a change on this host.
      let key = settings.level == .bwrap ? ProbeMemory.key(settings, ids: ids) : nil
      if let key, memory.holds(key) { return .works }
      let outcome = await ProbeChild.probe(settings, in: places.runs, ids: ids, environment: environment)
      if let key, outcome == .works { memory.remember(key) }
      return outcome
    }
    let found = await search.first(of: choice.levels)
    if let settings = found.settings {
      return SandboxDecision(settings: settings, obstacles: found.obstacles, ids: settings.level == .none ? nil : ids)
    }
    guard choice == .auto else {
      throw RunError(
        "there is no sandbox: \(words(found.obstacles))",
        remedy: "see reviewbot doctor; --sandbox none runs the code without isolation")
    }
    guard let settings = await search.first(of: [.none]).settings else {
      preconditionFailure("the level none has no requirements")
    }
    return SandboxDecision(settings: settings, obstacles: found.obstacles)
  }

  /// A note for the report if the code ran without a sandbox and that was not requested; else `nil`.
  package var note: String? {
    level == .none && !obstacles.isEmpty ? "the code ran without a sandbox: \(Self.words(obstacles))" : nil
  }

  /// The obstacles in one phrase, for a message.
  package static func words(_ obstacles: [SandboxSearch.Obstacle]) -> String {
    obstacles.map { "\($0.level.rawValue): \($0.reason)" }.joined(separator: "; ")
  }
}
