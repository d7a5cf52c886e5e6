// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Isolation
import ReviewContract
import ReviewHost
import SwiftBuild
import SystemPackage

/// The sandbox and the labels of a daemon with the role worker.
struct ServeWorker: Sendable {
  let sandbox: SandboxDecision
  /// Contains the copy of this program for sandboxes; `nil` without sandboxes.
  let program: RunDirectory?
  let labels: Set<WorkerLabel>

  /// - Parameter labels: the labels of `--labels`.
  /// - Throws: ``RunError`` without a toolchain or without the configured sandbox.
  init(
    _ configuration: ServerConfiguration, labels: Set<WorkerLabel>, home: HomeDirectory, environment: [String: String]
  ) async throws {
    let compiler = try await Self.compiler(environment)
    RunDirectory.removeAbandoned(in: home.programs)
    program = configuration.sandbox.backend == .none ? nil : try RunDirectory(in: home.programs)
    do {
      sandbox = try await Self.chooseSandbox(configuration, home, program, environment)
    } catch {
      program?.remove()
      throw error
    }
    self.labels = labels.union(DetectedLabels(compiler: compiler, sandbox: sandbox.level).labels)
  }

  /// Returns the version of the compiler. Fails at startup, because without a toolchain every review would fail and
  /// publish the error.
  private static func compiler(_ environment: [String: String]) async throws -> String {
    do {
      return try await ToolchainInspection(environment: environment).version
    } catch {
      throw RunError(
        "there is no Swift toolchain: \(String(systemError: error))",
        remedy: "install one, and add it to the daemon's PATH; see reviewbot doctor")
    }
  }

  /// Chooses a sandbox and runs its self-test. Without one the daemon does not start, because it runs unattended.
  private static func chooseSandbox(
    _ configuration: ServerConfiguration, _ home: HomeDirectory, _ program: RunDirectory?,
    _ environment: [String: String]
  ) async throws -> SandboxDecision {
    try FileManager.default.createDirectory(atPath: home.runs.string, withIntermediateDirectories: true)
    let section = configuration.sandbox
    let decision = try await SandboxDecision.make(
      section.backend, image: section.image?.name, runtime: section.runtime?.name, ids: section.ids,
      groups: section.controlGroups, reviews: configuration.limits.workers, keepingProgramIn: program?.path,
      home: home, environment: environment)
    guard decision.level != .none || section.backend == .none else {
      throw RunError(
        "there is no sandbox: \(SandboxDecision.description(decision.obstacles))",
        remedy: "see reviewbot doctor; sandbox: {backend: none} runs the code as the daemon's user")
    }
    return decision
  }
}
