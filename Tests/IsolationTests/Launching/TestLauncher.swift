// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting

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
