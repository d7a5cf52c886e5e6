// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import ReviewContract
import WorkerProtocol

/// The runs of the head whose results test targets of the merge keep.
struct EarlierRuns: Sendable {
  let job: WorkerCall.Request
  /// The tested packages of the head.
  let head: [TestedWorkspace]
  /// The differences between the trees of head and merge, by git.
  let overlay: MergeOverlay

  /// By the folder of the package; none if all test targets are run.
  var byPackage: [String: EarlierRun] {
    guard job.configuration.checkout.testMerge == .reached else { return [:] }
    let runs = head.compactMap { tested in
      EarlierRun(
        head: tested, at: job.workspace.head, differences: overlay.written + overlay.removed, obstacle: obstacle
      ).map { (tested.run.package, $0) }
    }
    return Dictionary(runs) { first, _ in first }
  }

  /// Why all test targets are run, whatever differs; `nil` if the differences decide.
  private var obstacle: String? {
    let build = job.configuration.build
    if build.setupPlan != nil { return "the commands of build.setup can read any file" }
    if !build.writable.isEmpty { return "what a build writes to build.writable is not known" }
    // A manifest of the pull request could hide what its tests read.
    let changed = job.workspace.changes.files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) }
    return changed.first(where: Self.isManifest).map { "the pull request changes \($0)" }
  }

  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }
}
