// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
import Logging

/// The logs and reports that machines with a common queue share.
package typealias SharedOutput = SharedLogs & SharedValues

/// Copies a job's log to the other machines while it is written, with a delay of a second.
package final class SharedJobLog: Sendable {
  private static let interval = Duration.seconds(1)

  private struct Pending {
    var text = ""
    var isCut = false
  }

  private let output: any SharedOutput
  private let job: ReviewJob.ID
  private let lifetime: Duration
  private let log: Logger
  private let pending = Locked(Pending())
  private let sender = Locked<Task<Void, Never>?>(nil)

  /// - Parameter lifetime: how long the other machines keep it.
  init(_ output: any SharedOutput, of job: ReviewJob.ID, lifetime: Duration, log: Logger) {
    self.output = output
    self.job = job
    self.lifetime = lifetime
    self.log = log
    let sender = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.interval)
        guard let log = self else { return }
        await log.send()
      }
    }
    self.sender.withLock { $0 = sender }
  }

  /// Adds text, from any thread. Text that cannot be sent and exceeds the limit of pending text is left out.
  func add(_ text: String) {
    pending.withLock { pending in
      if pending.text.utf8.count + text.utf8.count <= SharedLogPart.largest - Self.cut.utf8.count {
        pending.text += text
      } else if !pending.isCut {
        pending.isCut = true
        pending.text += Self.cut
      }
    }
  }

  private static let cut = "some output is missing here; it is in the log on the machine that ran the job\n"

  /// Sends the pending text.
  func close() async {
    let sender = sender.withLock { $0 }
    sender?.cancel()
    // The text that is being sent precedes the pending text.
    await sender?.value
    await send()
  }

  func send() async {
    let part = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
    }
    guard !part.text.isEmpty else { return }
    do {
      try await output.append(part.text, toLogOf: job, lifetime: lifetime)
    } catch {
      log.failure("cannot share the log of the job", error)
      // It precedes the text that was added in the meantime.
      pending.withLock { pending in
        let later = pending
        pending = part
        guard part.text.utf8.count + later.text.utf8.count <= SharedLogPart.largest else { return }
        pending.text += later.text
        pending.isCut = part.isCut || later.isCut
      }
    }
  }
}
