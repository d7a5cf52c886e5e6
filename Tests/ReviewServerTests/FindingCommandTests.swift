// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

/// `/reviewbot ignore`, `explain` and `help`.
struct FindingCommandTests {
  private static func finding(_ rule: String, line: Int = 1) -> Finding {
    Finding(
      rule: rule, severity: .error, path: "A.swift", range: SourceRange(line: line, column: 1), message: "m",
      fingerprint: "f", isInChange: true)
  }

  private static let one = finding("one")
  private static let two = finding("two")
  private static let compiler = finding(Finding.compilerError)

  private func say(_ text: String, _ id: Int, by author: String = "ada", in run: DaemonRun) async throws {
    run.forge.say("/reviewbot \(text)", id, by: author)
    _ = try await run.queue.request(
      JobRequest(reference(), kind: .command, subject: "\(id)", head: .none, priority: .command))
    run.daemon.wake(for: reference())
    try await run.rest()
  }

  /// The daemon has reviewed the head 1 with these findings.
  private func withReview(
    _ findings: [Finding], script: @escaping ScriptedReviewer.Script = { _ in },
    _ body: @escaping @Sendable (DaemonRun) async throws -> Void
  ) async throws {
    try await withDaemon(workers: 2, findings: findings, script: script) { run in
      run.forge.set(pull(head: 1, author: "grace"))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      try await body(run)
    }
  }

  private func comment(_ run: DaemonRun, _ marker: String = "reviewbot") -> String? {
    run.forge.comments(on: 1).first { $0.marker == marker }?.body
  }

  @Test func `an ignored finding is left out of the stored result until the next push`() async throws {
    try await withReview([Self.one, Self.two]) { run in
      #expect(run.lastStatus(of: 1) == "failure")
      // Read permission, also of the author, is not enough.
      try await say("ignore \(Self.one.identifier)", 1, by: "grace", in: run)
      #expect(comment(run)?.contains("ignored") == false)
      try await say("ignore \(Self.one.identifier)", 2, in: run)
      #expect(run.lastStatus(of: 1) == "failure")
      #expect(comment(run)?.hasSuffix("findings\none ignored by ada") == true)
      try await say("ignore \(Self.two.identifier)", 3, in: run)
      #expect(run.lastStatus(of: 1) == "success")
      #expect(comment(run)?.contains("passed\n") == true && comment(run)?.contains("two ignored by ada") == true)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 1, "nothing was built again")
      // A repeated review of the head leaves them out, too.
      try await say("recheck", 4, in: run)
      #expect(run.lastStatus(of: 1) == "success")

      run.forge.set(pull(head: 2, author: "grace"))
      try await run.push(head: 2)
      try await run.rest()
      #expect(run.lastStatus(of: 2) == "failure")
      #expect(comment(run)?.contains("ignored") == false)
    }
  }

  @Test func `what cannot be ignored is answered`() async throws {
    try await withReview([Self.one, Self.compiler]) { run in
      let wrong = [
        ("HELLO", "`hello` is not the identifier"), ("0123456", "`0123456` is not the identifier"),
        ("00000000", "has no finding `00000000`"), (Self.compiler.identifier, "is not a finding of a rule"),
      ]
      for (number, (text, answer)) in wrong.enumerated() {
        try await say("ignore \(text)", number + 1, in: run)
        #expect(comment(run, "reply-\(number + 1)")?.contains(answer) == true, "\(text)")
      }
      #expect(try await run.queue.ignoreRequests(at: commit(1), of: reference()) == [])
      #expect(run.lastStatus(of: 1) == "failure")
    }
  }

  @Test func `without a stored result the commit is reviewed again`() async throws {
    try await withReview([Self.one]) { run in
      run.reviewer.kept.withLock { $0 = [:] }
      try await say("ignore \(Self.one.identifier)", 1, in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 2)
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `a command during a review takes effect when it ends`() async throws {
    let (begun, end) = (Gate(), Gate())
    let isFirst = Locked(true)
    try await withDaemon(
      workers: 2, findings: [Self.one],
      script: { _ in
        guard
          isFirst.withLock({ first in
            defer { first = false }; return first
          })
        else { return }
        begun.open()
        try await end.pass()
      }
    ) { run in
      run.forge.set(pull(head: 1))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await begun.pass()
      run.forge.say("/reviewbot ignore \(Self.one.identifier)", 1, by: "ada")
      _ = try await run.queue.request(
        JobRequest(reference(), kind: .command, subject: "1", head: .none, priority: .command))
      run.daemon.wake(for: reference())
      try await run.queue.signal.wait { try await run.queue.jobs(JobFilter()).contains { $0.verdict == "ignore" } }
      end.open()
      try await run.rest()
      #expect(run.lastStatus(of: 1) == "success")
      // The repeated command found the right result, and wrote nothing.
      #expect(run.forge.statuses(of: commit(1)).filter { $0.state == "success" }.count == 1)
      #expect(try await run.queue.jobs(JobFilter()).count { $0.kind == .command && $0.state == .done } == 2)
    }
  }

  @Test func `members and the author get explanations and the commands, and other accounts do not`() async throws {
    try await withReview([]) { run in
      for (number, author) in ["ada", "grace", "mallory"].enumerated() {
        try await say("explain force_try", number + 1, by: author, in: run)
        try await say("help", number + 10, by: author, in: run)
      }
      #expect(
        Set(run.forge.comments(on: 1).map(\.marker)).subtracting(["reviewbot"])
          == ["reply-1", "reply-2", "reply-10", "reply-11"])
      #expect(comment(run, "reply-2")?.hasSuffix("about force_try") == true)
      #expect(comment(run, "reply-11")?.contains("/reviewbot ignore FINDING") == true)
    }
  }
}
