// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage
import WorkerProtocol

/// Builds and tests the packages of one tree, one after the other: each build uses all cores.
struct PackageTests: Sendable {
  let job: WorkerReviewRequest
  let runner: any TestRunner
  let folders: [String]

  /// The time limits are for all packages of the tree together.
  func run(_ side: CheckoutSide, progress: @escaping ProgressHandler) async -> [TestedWorkspace] {
    var left = (build: job.settings.buildLimit, test: job.settings.testLimit)
    var tested: [TestedWorkspace] = []
    for (index, folder) in folders.enumerated() {
      let name = { @Sendable (stage: String) in stageName(stage, of: folder, side) }
      let request = job.testRequest(
        side, package: folder, number: folders.count > 1 ? index : nil, of: folders.count, buildLimit: left.build,
        testLimit: left.test)
      let result = await runner.test(request) { progress($0.renamed(name)) }
      left.build = max(.seconds(1), left.build - Self.time(["describe", "build"], in: result.stages))
      left.test = max(.seconds(1), left.test - Self.time(["test", "retry"], in: result.stages))
      tested.append(
        TestedWorkspace(
          run: result.run, stages: result.stages.map { $0.renamed(name) }, layout: result.layout,
          artifacts: result.artifacts, listed: result.listed, listedOnBase: result.listedOnBase))
    }
    return tested
  }

  /// Stages of the head have plain names, those of the merge say so; and which package, where there are several.
  private func stageName(_ stage: String, of folder: String, _ side: CheckoutSide) -> String {
    let words = side == .head ? stage : "merge \(stage)"
    return folders.count > 1 ? "\(words) \(folder.isEmpty ? "." : folder)" : words
  }

  private static func time(_ names: Set<String>, in stages: [Stage]) -> Duration {
    .milliseconds(stages.filter { names.contains($0.name) }.reduce(0) { $0 + $1.milliseconds })
  }
}

extension ProgressEvent {
  fileprivate func renamed(_ name: (String) -> String) -> ProgressEvent {
    switch self {
    case .started(let stage): .started(stage: name(stage))
    case .ended(let stage): .ended(stage.renamed(name))
    case .output, .detail: self
    }
  }
}

extension Stage {
  fileprivate func renamed(_ name: (String) -> String) -> Stage {
    Stage(name: name(self.name), status: status, milliseconds: milliseconds, detail: detail)
  }
}

/// Turns a checkout of the head into one of the merge.
struct MergedWorkspace: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let root: FilePath
  let overlay: MergeOverlay

  /// Writes the files that differ and removes those that the merge does not have. All others keep their times, so that
  /// an incremental build builds only what the base changed.
  ///
  /// The tests had the checkout to themselves. Where they put a link in the place of a folder, nothing is written.
  func apply() throws {
    let (checkout, merged) = (ContainedDirectory(root), ContainedDirectory(overlay.folder))
    for path in overlay.removed { try writing(path) { try checkout.remove(path) } }
    for path in overlay.written {
      try writing(path) {
        if let slash = path.lastIndex(of: "/") { try checkout.makeDirectory(String(path[..<slash])) }
        try checkout.remove(path)
        // Links are the merge's own.
        try TreeCopy(links: .all).copy(path, in: merged, to: checkout, as: path)
        // The copy keeps its time, from before the head was built; the compiler would take it for a file that it has seen.
        try checkout.setModified(nil, of: path)
      }
    }
  }

  private func writing(_ path: String, _ write: () throws -> Void) throws {
    do {
      try write()
    } catch ContainedDirectory.Failure.notADirectory {
      throw Failure(description: "the folder of \(path) is no folder any more after the tests of the head")
    }
  }
}
