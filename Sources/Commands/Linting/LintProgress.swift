// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The progress bar of a run, which appears once the run takes longer than a second.
struct LintProgress: Sendable {
  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  private let start: Duration
  private var lastDrawn: Duration?
  private var done = 0
  private var total = 0

  /// - Parameter now: the time of any monotonic clock.
  init(now: Duration) {
    start = now
  }

  /// Adds the files of a part of the run.
  mutating func begin(_ count: Int) { total += count }

  /// Counts one checked file.
  ///
  /// - Returns: the text that replaces the last one; `nil` if there is nothing to draw now.
  mutating func advance(now: Duration, width: Int) -> String? {
    done += 1
    guard total > 0, now - start >= Self.delay, lastDrawn.map({ now - $0 >= Self.interval }) ?? true else { return nil }
    lastDrawn = now
    let share = min(1, Double(done) / Double(total))
    let filled = Int(share * Double(Self.barWidth))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.barWidth - filled)
    return "\r" + String("[\(bar)] \(min(done, total)) of \(total) files".prefix(max(0, width - 1)))
  }

  /// Returns the text that removes the bar; `nil` if there is no bar.
  mutating func end() -> String? {
    guard lastDrawn != nil else { return nil }
    lastDrawn = nil
    return "\r\u{1b}[K"
  }
}

/// A step of a run.
enum LintStep: Sendable {
  /// The number of files that are going to be checked.
  case files(Int)
  /// A file was checked.
  case file
}
