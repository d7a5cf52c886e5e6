// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewTesting
import Testing

/// Users push, close, comment and approve, deliveries are lost, the forge fails and the daemon restarts, all
/// concurrently. At the end, the state of the forge is correct.
struct DaemonHistoryTests {
  @Test(arguments: Soak.seeds(20, long: 500))
  func `the forge shows the right statuses and comments after any history`(seed: UInt64) async throws {
    try await withScratchDirectory { _ in
      let days = RandomDays(seed: seed)
      try await days.live()
      try await check(days)
    }
  }

  private func check(_ days: RandomDays) async throws {
    let open = try await days.queue.jobs(JobFilter(limit: 1_000)).filter { !$0.state.isFinished || $0.state == .dead }
    #expect(open == [])
    #expect(try await days.queue.unsettledPublications(marked: "pending:") == [])
    let people = days.people.withLock { $0 }
    #expect(days.reviewed.isSubset(of: people.mayRun), "an unapproved commit was run")
    for head in people.heads {
      #expect(days.forge.statuses(of: commit(head)).last?.state != "pending", "\(commit(head)) waits for ever")
    }
    for number in RandomDays.numbers {
      let comments = days.forge.comments(on: number)
      #expect(Set(comments.map(\.marker)).count == comments.count, "#\(number) has a comment twice")
      guard let pull = people.pulls[number], pull.isOpen else { continue }
      let own = comments.filter { $0.marker == "reviewbot" }.map(\.body)
      #expect(own.map { $0.contains("reviewed \(commit(pull.head))") } == [true], "#\(number): \(own)")
      #expect(days.forge.statuses(of: commit(pull.head)).last?.state == "success")
    }
  }
}
