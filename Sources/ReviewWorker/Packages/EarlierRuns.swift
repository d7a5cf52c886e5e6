// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import ReviewContract
import WorkerProtocol

/// The runs whose results test targets keep, by the folders of their packages; none if all test targets are run.
struct EarlierRuns: Sendable {
  let job: WorkerCall.Request

  /// The runs of the head, for its merge.
  ///
  /// - Parameters:
  ///   - head: the tested packages.
  ///   - overlay: the differences between the trees, by git. Documents that the tests cannot have read are left out.
  func of(_ head: [TestedWorkspace], differences overlay: MergeOverlay) -> [String: EarlierRun] {
    guard job.configuration.checkout.testMerge == .reached else { return [:] }
    let merged = ContainedDirectory(overlay.folder)
    let files = overlay.written.filter { merged.status(of: $0)?.kind == .file }
    let runs = head.compactMap { tested in
      // Tests that opened none of the files whose contents differ have the same inputs, and open none then either.
      // Those of targets that were not run are not known.
      let isComplete = tested.run.reused == nil
      let documents = isComplete ? tested.unreadDocuments.intersection(files) : []
      return EarlierRun(
        head: tested, at: job.workspace.head,
        differences: (overlay.written + overlay.removed).filter { !documents.contains($0) },
        unread: isComplete ? tested.unreadFiles.intersection(files) : [], obstacle: obstacle
      ).map { (tested.run.package, $0) }
    }
    return Dictionary(runs) { first, _ in first }
  }

  /// The runs of the merge base, for the head.
  ///
  /// - Parameter folders: of the packages.
  func ofBase(_ folders: [String]) -> [String: EarlierRun] {
    guard job.configuration.tests.select == .affected, job.testsHead, job.workspace.head != job.workspace.mergeBase
    else { return [:] }
    let results = job.baseResults.filter { $0.commit == job.workspace.mergeBase }
    let policy = job.configuration.coverage
    let coverage = !policy.project.isInformational ? "the coverage of the project has a target" : nil
    let checkout = ContainedDirectory(job.workspace.root)
    let runs = folders.compactMap { folder in
      let versions = folder.isEmpty ? "Package.resolved" : "\(folder)/Package.resolved"
      return EarlierRun(
        base: results, of: folder, differences: changed, obstacle: obstacle ?? coverage,
        areVersionsKnown: checkout.status(of: versions)?.kind == .file
      ).map { (folder, $0) }
    }
    return Dictionary(runs) { first, _ in first }
  }

  private var changed: [String] { job.workspace.changes.paths }

  /// Why all test targets are run, whatever differs; `nil` if the differences decide.
  private var obstacle: String? {
    let build = job.configuration.build
    if build.setupPlan != nil { return "the commands of build.setup can read any file" }
    if !build.writable.isEmpty { return "what a build writes to build.writable is not known" }
    // A manifest of the pull request could hide what its tests read.
    return changed.first(where: SourceName.isManifest).map { "the pull request changes \($0)" }
  }
}

extension ChangeSet {
  /// The paths of all files, also the old ones of renamed files.
  var paths: [String] { files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) } }
}
