// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HostileText
import ReviewContract

/// Shows on the standard error what a review is doing.
///
/// On a terminal one line tells of the current stage and is rewritten; elsewhere each stage gets a line when it begins
/// and when it ends. What builds and tests print is shown without control characters, and only on a terminal or when it
/// was asked for: in a CI log it could be taken for a command.
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

  /// Not more often than ten times a second: a build prints thousands of lines.
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
