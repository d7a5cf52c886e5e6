// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HostileText
import ReviewContract

/// Prints the progress of a review on the standard error.
///
/// On a terminal, one line shows the current stage and is rewritten; otherwise a line is printed when a stage begins
/// and when it ends. The output of builds and tests is printed without control characters, and only on a terminal or
/// with `--verbose`: a CI system could interpret it as commands.
final class ProgressPrinter: Sendable {
  private struct State {
    var stage: String?
    var began = ContinuousClock.now
    var lastUpdate = ContinuousClock.now - .seconds(1)
  }

  private let state = Locked(State())
  private let isLive: Bool
  private let isVerbose: Bool
  private let width: Int

  init(isLive: Bool, isVerbose: Bool, width: Int) {
    self.isLive = isLive
    self.isVerbose = isVerbose
    self.width = width
  }

  func callAsFunction(_ event: ProgressEvent) {
    state.withLock { state in
      switch event {
      case .started(let stage):
        let stage = HostileText(stage).terminal()
        state.stage = stage
        state.began = .now
        isLive ? rewrite("  \(stage) …") : line("  \(stage) …")
      case .ended(let stage):
        state.stage = nil
        if isLive { rewrite("") }
        line(Self.describe(stage))
      case .output(let text):
        if isVerbose { return line("    | \(HostileText(text).terminal())") }
        update(&state, text)
      case .detail(let text):
        update(&state, text)
      }
    }
  }

  private static func describe(_ stage: Stage) -> String {
    let mark =
      switch stage.status {
      case .done: "✓"
      case .failed: "✗"
      case .skipped: "–"
      }
    let name = HostileText(stage.name).terminal().padding(toLength: 9, withPad: " ", startingAt: 0)
    let time = stage.status == .skipped ? "skipped" : String(duration: .milliseconds(stage.milliseconds))
    return "  \(mark) \(name) \(time)" + (stage.detail.map { "  \(HostileText($0).terminal())" } ?? "")
  }

  /// Updates the line of the current stage at most ten times a second: a build prints thousands of lines.
  private func update(_ state: inout State, _ text: String) {
    guard isLive, let stage = state.stage, state.lastUpdate.duration(to: .now) > .milliseconds(100) else { return }
    state.lastUpdate = .now
    let time = String(duration: .milliseconds(state.began.duration(to: .now).milliseconds / 1000 * 1000))
    rewrite("  \(stage) … \(time)  \(HostileText(text).terminal())")
  }

  private func rewrite(_ text: String) {
    Console.write("\r\u{1b}[2K\(text.prefix(width - 1))", to: .standardError)
  }

  private func line(_ text: String) {
    Console.write(text + "\n", to: .standardError)
  }
}
