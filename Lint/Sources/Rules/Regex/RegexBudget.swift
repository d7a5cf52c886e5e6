// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The limit of what searches may cost, because an expression such as `(a+)+$` can take exponential time.
///
/// The cost is the number of places that the matcher may have to return to, which depends on neither the machine nor its
/// load. What this number does not show, such as long searches without alternatives, is limited by the time of the
/// processor. Both limits grow with the text: an expression that takes the same number of steps for each character is
/// never stopped.
final class RegexBudget {
  /// Some tenths of a second. ICU counts a step for some ten thousand saved states.
  private static let freeSteps = 1_000
  /// 200 saved states for each code unit.
  private static let unitsPerStep = 50
  private static let freeTime = Duration.seconds(5)
  private static let timePerUnit = Duration.microseconds(20)
  /// The number of places after which the time is read, which takes as long as trying a hundred of them. Steps limit the
  /// time at each place.
  static let positionsPerReading = 1_024

  private(set) var stop: RegexStop?
  private var steps: Int
  private var time: Duration
  private let processorTime: () -> Duration
  private var positions = 0
  /// The time of the processor when the current search was first measured.
  private var start: Duration?

  /// - Parameters:
  ///   - count: the number of code units of all texts that are searched.
  ///   - processorTime: the time that the current thread has used the processor.
  init(forUnits count: Int, processorTime: @escaping () -> Duration = RegexBudget.timeOfThread) {
    steps = Self.freeSteps + count / Self.unitsPerStep
    time = Self.freeTime + Self.timePerUnit * count
    self.processorTime = processorTime
  }

  /// Counts a step.
  ///
  /// - Returns: whether the search may continue.
  func spendStep() -> Bool {
    guard stop == nil else { return false }
    steps -= 1
    if steps <= 0 { stop = .steps }
    return stop == nil
  }

  /// Counts a place of the text at which the search tries to match.
  ///
  /// - Returns: whether the search may continue.
  func spendPosition() -> Bool {
    guard stop == nil else { return false }
    positions += 1
    return positions % Self.positionsPerReading == 0 ? spendReading() : true
  }

  /// Compares the time with its limit. Called after ``positionsPerReading`` places.
  ///
  /// - Returns: whether the search may continue.
  func spendReading() -> Bool {
    guard stop == nil else { return false }
    let now = processorTime()
    guard let start else {
      start = now
      return true
    }
    if now - start > time { stop = .time }
    return stop == nil
  }

  /// Ends a search, so that the time until the next one does not count.
  func endSearch() {
    if let start { time -= processorTime() - start }
    start = nil
  }

  /// The time that the current thread has used the processor.
  static func timeOfThread() -> Duration {
    var time = timespec()
    // Without such a clock, only steps are limited.
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
