// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting

@testable import Isolation

extension LauncherConnection {
  /// Starts the real program for tests.
  ///
  /// In the product nobody waits for it, because its parent becomes another program. Here a dead process that stays would be all that the
  /// thread of Swift Testing sees which waits for exit tests, and these would never end.
  static func started(_ plan: LaunchPlan, group: Int32? = nil) throws -> LauncherConnection {
    let (process, socket) = try launch(plan, program: Bubblewrap.entrance.program, group: group)
    Thread.detachNewThread { process.wait() }
    return LauncherConnection(socket)
  }
}
