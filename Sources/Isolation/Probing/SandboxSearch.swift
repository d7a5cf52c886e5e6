// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// Finds the sandbox to use: the first one that works.
package struct SandboxSearch: Sendable {
  /// A level and the reason why it cannot be used.
  package struct Obstacle: Hashable, Sendable {
    package let level: SandboxLevel
    package let reason: String
  }

  /// The first working sandbox; its settings are `nil` when none works.
  package struct Found: Hashable, Sendable {
    package let settings: SandboxSettings?
    package let obstacles: [Obstacle]
  }

  private let environment: [String: String]
  private let image: String?
  private let runtime: String?
  private let probe: @Sendable (SandboxSettings) async -> SandboxProbe.Outcome
  private let limits: SandboxLimits
  private let entrance: SandboxEntrance

  /// - Parameters:
  ///   - environment: this process's, to find programs.
  ///   - image: the image of containers; without one, containers are not tried.
  ///   - runtime: the OCI runtime of containers; `nil` for the container program's default.
  ///   - scratch: a folder of this program, on the disk that the runs will use.
  ///   - reviews: the number of concurrent reviews, which share the host's resources.
  ///   - entrance: the program that starts commands in the sandbox.
  ///   - probe: tries a sandbox, in a process with the same privileges as a review's.
  package init(
    environment: [String: String], image: String?, runtime: String?, scratch: FilePath, reviews: Int = 1,
    entrance: SandboxEntrance = SandboxEntrance(),
    probe: @escaping @Sendable (SandboxSettings) async -> SandboxProbe.Outcome
  ) {
    self.environment = environment
    self.image = image
    self.runtime = runtime
    self.probe = probe
    self.entrance = entrance
    limits = .fitting(scratch, reviews: reviews)
  }

  /// Tries the levels one after the other until one works.
  package func first(of levels: [SandboxLevel]) async -> Found {
    var obstacles: [Obstacle] = []
    for level in levels {
      do {
        // Without a sandbox there is nothing to test.
        if level == .none { return Found(settings: try settings(for: level), obstacles: obstacles) }
        let (outcome, settings) = await tried(try settings(for: level))
        switch outcome {
        case .works: return Found(settings: settings, obstacles: obstacles)
        case .broken(let reason): obstacles.append(Obstacle(level: level, reason: reason))
        case .leaks(let escapes):
          let abilities = escapes.map(\.ability).joined(separator: ", ")
          obstacles.append(Obstacle(level: level, reason: "code under review could \(abilities)"))
        }
      } catch {
        obstacles.append(Obstacle(level: level, reason: String(systemError: error)))
      }
    }
    return Found(settings: nil, obstacles: obstacles)
  }

  /// Tries one level, also `none`, to find out what code under review could do there.
  ///
  /// - Returns: the outcome, and the settings of the try; `nil` when there are none.
  package func examine(_ level: SandboxLevel) async -> (outcome: SandboxProbe.Outcome, settings: SandboxSettings?) {
    do {
      return await tried(try settings(for: level))
    } catch {
      return (.broken(reason: String(systemError: error)), nil)
    }
  }

  /// Tries a sandbox; a runtime that cannot create a container with a user namespace is tried again without one.
  private func tried(_ settings: SandboxSettings) async -> (SandboxProbe.Outcome, SandboxSettings) {
    let outcome = await probe(settings)
    guard settings.runtime != nil, settings.program?.isPodman == true, case .broken = outcome else {
      return (outcome, settings)
    }
    var others = settings
    others.mapsUsers = false
    let other = await probe(others)
    if case .broken = other { return (outcome, settings) }
    return (other, others)
  }

  private func settings(for level: SandboxLevel) throws -> SandboxSettings {
    var settings = SandboxSettings(level: level, limits: limits)
    settings.entrance = entrance
    switch level {
    case .none: break
    case .bwrap:
      settings.program = program("bwrap")
      if settings.program == nil { throw SandboxError("there is no bwrap on PATH: install the package bubblewrap") }
    case .container:
      guard let image else { throw SandboxError("no image is set: name one with --sandbox-image") }
      settings.program = program("podman") ?? program("docker")
      if settings.program == nil { throw SandboxError("there is neither podman nor docker on PATH") }
      settings.image = image
      settings.runtime = runtime
      settings.programEnvironment = containerEnvironment
    }
    return settings
  }

  /// The variables that locate the user's containers and their service, and no others.
  private var containerEnvironment: [String: String] {
    let names = ["PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "DOCKER_HOST", "CONTAINER_HOST"]
    return environment.filter { names.contains($0.key) }
  }

  private func program(_ name: String) -> FilePath? {
    ToolchainDirectories.program(name, onPath: environment["PATH"] ?? "")
  }
}
