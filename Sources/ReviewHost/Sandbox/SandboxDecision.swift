// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Isolation
package import ReviewContract
import SystemPackage

/// The sandbox that a run gets, and why it is not a better one.
package struct SandboxDecision: Sendable {
  package let settings: SandboxSettings
  package let obstacles: [SandboxSearch.Obstacle]
  /// Whose ids reviews get; `nil` when they keep ours.
  package var ids: IDPool?
  /// What holds reviews to their limits.
  package var limits = ReviewLimits.watched(because: "nothing else was looked for")
  /// How many reviews run at once.
  package var reviews = 1
  /// What each of several gets of the processors; `nil` where there is one review, or the kernel shares them out.
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

  /// Asks the machine what works. A sandbox that was asked for by name and does not work is an error: nobody expects the
  /// code to run without.
  ///
  /// - Parameters:
  ///   - image: what containers are made from.
  ///   - runtime: the OCI runtime that makes them; `nil` for the container program's own.
  ///   - range: the ids that the operator chose for reviews that root starts.
  ///   - groups: whether the kernel is to limit reviews.
  ///   - reviews: how many run at once.
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
      // An image can change without anybody's doing here.
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
        remedy: "reviewbot doctor says more; --sandbox none runs the code on this machine as it is")
    }
    guard let settings = await search.first(of: [.none]).settings else { preconditionFailure("none needs nothing") }
    return SandboxDecision(settings: settings, obstacles: found.obstacles)
  }

  /// For the report: the code ran without a sandbox although nobody asked for that.
  package var note: String? {
    level == .none && !obstacles.isEmpty ? "the code ran without a sandbox: \(Self.words(obstacles))" : nil
  }

  package static func words(_ obstacles: [SandboxSearch.Obstacle]) -> String {
    obstacles.map { "\($0.level.rawValue): \($0.reason)" }.joined(separator: "; ")
  }
}
