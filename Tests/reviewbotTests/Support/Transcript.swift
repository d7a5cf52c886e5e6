// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The record of a test for readers: lines with its title and the seconds since its beginning, at the end of the file
/// that `REVIEWBOT_TRANSCRIPT` names. Several tests may write there at once.
struct Transcript: Sendable {
  private let title: String
  private let file: FilePath?
  private let start = ContinuousClock.now

  init(_ title: String) {
    file = ProcessInfo.processInfo.environment["REVIEWBOT_TRANSCRIPT"].map { FilePath($0) }
    self.title = title
  }

  func note(_ text: String) {
    let seconds = (start.duration(to: .now) / .seconds(1)).formatted(
      .number.precision(.fractionLength(1)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    let line = "\(title) " + String(repeating: " ", count: max(0, 7 - seconds.count)) + "\(seconds) s  \(text)\n"
    // A test does not fail because its transcript cannot be written.
    guard let file,
      let descriptor = try? FileDescriptor.open(
        file, .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
    else { return }
    _ = try? descriptor.closeAfter { try descriptor.writeAll(line.utf8) }
  }
}
