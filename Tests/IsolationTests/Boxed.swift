// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import Isolation

extension Bubblewrap {
  /// The executable of the tests is another program.
  static let entrance = SandboxEntrance(
    program: RunningExecutable.path.removingLastComponent().appending("reviewbot"))
}

/// A sandbox with a folder that is shown as `/box/source`, writable, and a folder that is not shown.
struct Boxed {
  let source: ScratchDirectory
  let hidden: ScratchDirectory
  let runner: any CommandRunner

  struct Outcome {
    let result: ChildResult
    let output: String
  }

  /// Runs a shell script inside.
  func run(
    _ script: String, environment: [String: String] = [:], time: Duration = .seconds(600), outputBytes: Int = 1 << 20
  ) async throws -> Outcome {
    let lines = LineCollector()
    let environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    let result = try await runner.run(
      ChildCommand(
        "/bin/sh", ["-c", script], environment: environment, workingDirectory: runner.inside(source.path)),
      limits: ChildLimits(time: time, outputBytes: outputBytes), reach: .nothing
    ) { lines.append($0) }
    return Outcome(result: result, output: lines.output)
  }
}

func withBox(
  tasks: Int = 4096, memoryBytes: Int = 8 << 30, fileBytes: Int = 1 << 30, readable: [FilePath] = [],
  folders: [SharedDirectory] = [], _ body: (Boxed) async throws -> Void
) async throws {
  try await withScratchDirectory { folder in
    let source = try folder.folder("source")
    let resources = ResourceLimits(tasks: tasks, memoryBytes: memoryBytes, folders: [source.path])
    var settings = SandboxSettings(
      level: .bwrap, program: Bubblewrap.program, readable: readable,
      limits: SandboxLimits(fileBytes: fileBytes, resources: resources))
    settings.entrance = Bubblewrap.entrance
    let sandbox = try settings.sandbox(scratch: try folder.folder("sandbox").path)
    let own = SharedDirectory(source.path, as: CheckoutNames.source, isWritable: true)
    let runner = sandbox.runner(showing: [own] + folders)
    try await body(Boxed(source: source, hidden: try folder.folder("hidden"), runner: runner))
  }
}
