// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import CInterop
import Foundation
import ReviewContract
import SystemPackage

/// `reviewbot lint --watch`: repeats the run after each change of the working tree, until the user ends it.
struct LintWatch: Sendable {
  private static let interval = Duration.milliseconds(300)

  let run: LintRun

  func perform() async throws {
    do {
      try await repeatRuns()
    } catch is CancellationError {
      // The user ended it, with Ctrl-C: there is nothing to say.
    }
  }

  private func repeatRuns() async throws -> Never {
    let root = try await UsageError.explaining { try await run.session.root(around: run.request.currentFolder) }
    let watch = TreeWatch {
      try await Task.sleep(for: Self.interval)
    } snapshot: {
      TreeSnapshot(of: root)
    }
    var seen = try watch.current()
    while true {
      do {
        _ = try await run.perform()
      } catch let error as any ExplainedError {
        // An invalid configuration may be in the middle of an edit, so the command continues.
        Console.complain("\(error)")
      }
      if !run.results.quiet { Console.complain("waiting for changes; end with Ctrl-C") }
      seen = try await watch.change(since: seen)
    }
  }
}

/// The progress bar on the terminal of a run.
final class LintProgressBar: Sendable {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let width: Int
  private let state: Locked<LintProgress>

  /// - Parameter width: the width of the terminal, in columns.
  init(width: Int) {
    self.width = width
    start = clock.now
    state = Locked(LintProgress(now: .zero))
  }

  func callAsFunction(_ step: LintStep) {
    state.withLock { progress in
      switch step {
      case .files(let count): progress.begin(count)
      case .file: draw(progress.advance(now: start.duration(to: clock.now), width: width))
      }
    }
  }

  func end() { state.withLock { draw($0.end()) } }

  private func draw(_ text: String?) {
    if let text { Console.write(text, to: .standardError) }
  }
}
