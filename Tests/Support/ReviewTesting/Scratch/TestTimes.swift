// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage
import Testing

/// Records how long test bodies take, for the list of the slowest tests.
///
/// Swift Testing's own times begin when a test is scheduled, and so include the time that it waits for others.
enum TestTimes {
  /// The file that `REVIEWBOT_TEST_TIMES` names: a line `SECONDS<TAB>IDENTIFIER` for each body.
  private static let file = ProcessInfo.processInfo.environment["REVIEWBOT_TEST_TIMES"].flatMap { path in
    try? FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.append, .create, .closeOnExec], permissions: .ownerReadWrite)
  }

  static func record(since start: ContinuousClock.Instant) {
    guard let file, let id = Test.current?.id else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // One write of a short line is atomic. If the write fails, the time is missing in the list.
    _ = try? file.writeAll(Array("\(seconds)\t\(id)\n".utf8))
  }
}
