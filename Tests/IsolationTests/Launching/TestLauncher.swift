// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import Isolation

extension LauncherConnection {
  /// Starts the real program for tests.
  ///
  /// In the product its parent executes another program, and no process waits for it. In the tests a zombie would block
  /// the thread of Swift Testing that waits for exit tests, which would then never end.
  static func started(_ plan: LaunchPlan, group: Int32? = nil) throws -> LauncherConnection {
    let (process, socket) = try launch(plan, program: Bubblewrap.entrance.program, group: group)
    Thread.detachNewThread { process.wait() }
    return LauncherConnection(socket)
  }
}

extension LaunchPlan {
  /// The plan of a review with a checkout, results and a toolchain in `folder`.
  static func sample(
    in folder: ScratchDirectory, change: (inout SandboxSettings) -> Void = { _ in }
  ) throws -> LaunchPlan {
    let paths = try ["checkout", "results", "launcher", "toolchain"].map { try folder.folder($0).path }
    _ = try folder.folder("results/head")
    let resources = ResourceLimits(tasks: 200, memoryBytes: 8 << 30, folders: [folder.path])
    var settings = SandboxSettings(
      level: .bwrap, program: Bubblewrap.program, limits: SandboxLimits(fileBytes: 1 << 30, resources: resources))
    settings.entrance = Bubblewrap.entrance
    change(&settings)
    return LaunchPlan(settings: settings, folders: Array(paths[..<2]), toolchains: [paths[3]], scratch: paths[2])
  }

  /// The folders of the review in its sandbox.
  var shown: [SharedDirectory] {
    [
      SharedDirectory(toolchains[0], as: toolchains[0]),
      SharedDirectory(folders[0], as: CheckoutNames.source, isWritable: true),
      SharedDirectory(folders[1].appending("head"), as: CheckoutNames.run, isWritable: true),
    ]
  }
}
