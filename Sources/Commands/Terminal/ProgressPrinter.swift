// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import CInterop
import Foundation
import HostileText
import ReviewContract
import ReviewHost

/// Prints the progress of a review on the standard error.
///
/// On a terminal, one line is rewritten with the current stage, its time, the estimated rest and the running test;
/// otherwise a line is printed when a stage begins and when it ends. The output of builds and tests is printed without
/// control characters, and only on a terminal or with `--verbose`: a CI system could interpret it as commands.
final class ProgressPrinter: Sendable {
  private struct State {
    var line = ProgressLine()
    /// The running stages. A stage can run beside another; the line shows the last one.
    var open: [(stage: String, began: ContinuousClock.Instant)] = []
    var lastUpdate = ContinuousClock.now - .seconds(1)
    var times: StageTimes?
  }

  private let state = Locked(State())
  private let isLive: Bool
  private let isVerbose: Bool
  private let width: Int
  /// The task that rewrites the line every second.
  private let ticks = Locked<Task<Void, Never>?>(nil)

  init(isLive: Bool, isVerbose: Bool, width: Int) {
    self.isLive = isLive
    self.isVerbose = isVerbose
    self.width = width
    guard isLive else { return }
    let task = Task { [weak self] in
      while !Task.isCancelled {
        // Cancelled by the deinitializer.
        try? await Task.sleep(for: .seconds(1))
        self?.tick()
      }
    }
    ticks.withLock { $0 = task }
  }

  deinit {
    ticks.withLock { $0?.cancel() }
  }

  /// Estimates the rest of the review from the times of the last one.
  func expect(_ times: StageTimes?) { state.withLock { $0.times = times } }

  func callAsFunction(_ event: ProgressEvent) {
    state.withLock { state in
      switch event {
      case .started(let stage):
        state.line.start(stage)
        state.open.append((stage, .now))
        if isLive { rewrite(state) } else { line("  \(HostileText(stage).terminal()) …") }
      case .ended(let stage):
        state.open.removeAll { $0.stage == stage.name }
        if let current = state.open.last { state.line.start(current.stage) } else { state.line.end() }
        if isLive { Console.write("\r\u{1b}[2K", to: .standardError) }
        line(Self.describe(stage))
      case .output(let text):
        if isVerbose { return line("    | \(HostileText(text).terminal())") }
        update(&state, text)
      case .detail(let text):
        update(&state, text)
      }
    }
  }

  /// The width of the names' column; longer names are not truncated.
  private static let nameWidth = 17

  static func describe(_ stage: Stage) -> String {
    let mark =
      switch stage.status {
      case .done: "✓"
      case .failed: "✗"
      case .skipped: "–"
      }
    let name = HostileText(stage.name).terminal()
    let padding = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
    let time = stage.status == .skipped ? "skipped" : String(duration: .milliseconds(stage.milliseconds))
    return "  \(mark) \(name)\(padding) \(time)" + (stage.detail.map { "  \(HostileText($0).terminal())" } ?? "")
  }

  /// Updates the line of the current stage at most ten times a second: a build prints thousands of lines.
  private func update(_ state: inout State, _ text: String) {
    guard isLive, !state.open.isEmpty else { return }
    state.line.print(text)
    guard state.lastUpdate.duration(to: .now) > .milliseconds(100) else { return }
    state.lastUpdate = .now
    rewrite(state)
  }

  private func tick() {
    state.withLock { state in
      if !state.open.isEmpty, !isVerbose { rewrite(state) }
    }
  }

  private func rewrite(_ state: State) {
    guard let current = state.open.last else { return }
    let elapsed = current.began.duration(to: .now)
    let remaining = state.times?.remaining(in: current.stage, after: elapsed)
    let text = state.line.text(elapsed: elapsed, remaining: remaining, width: width)
    Console.write("\r\u{1b}[2K\(text)", to: .standardError)
  }

  private func line(_ text: String) {
    Console.write(text + "\n", to: .standardError)
  }
}
