// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

@testable import ServerCommands
@testable import ReviewServer

/// `reviewbot jobs` with a real queue, and a server instead of the daemon.
struct JobsTests {
  private func withQueue(_ body: (QueueDirectory, BuiltProgram) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let state = try await QueueDirectory(in: folder)
      try await body(state, BuiltProgram(in: folder))
      try await state.queue.close()
    }
  }

  private func run(_ program: BuiltProgram, _ arguments: String..., in state: QueueDirectory) async throws
    -> BuiltProgram.Outcome
  {
    try await program.run(["jobs"] + arguments, environment: ["REVIEWBOT_STATE": state.path.string])
  }

  /// Replaces the varying times, folder and process by fixed words.
  private func steady(_ text: String, _ state: QueueDirectory) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME").replacing(state.path.string, with: "STATE")
      .replacing(/process \d+ on \S+ since TIME/, with: "PROCESS")
  }

  @Test func `list shows the queue of a running daemon in columns`() async throws {
    try await withQueue { state, program in
      let outcome = try await run(program, "list", in: state)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
      #expect(
        steady(outcome.output, state) == """
          ID  STATE    KIND    FOR                    HEAD        TRIES  SINCE                 NOTE
          3   queued   review  github:acme/circles#3  ababababab  0      TIME
          2   running  review  github:acme/shapes#2   ababababab  1      TIME
          1   dead     review  github:acme/shapes#1   ababababab  1      TIME  the build \\u001b[2Jdied\\nand \\u202emore

          """)
    }
  }

  @Test func `a finished job with an earlier error shows its verdict`() async throws {
    try await withQueue { state, _ in
      var job = try #require(await state.queue.job(ReviewJob.ID(1)))
      job.state = .done
      job.verdict = "passed"
      #expect(JobTable.text([job]).hasSuffix("Z  passed"))
    }
  }

  @Test func `a job without a commit is listed with a dash as its head`() async throws {
    try await withQueue { state, program in
      let repository = RepositoryReference(forge: "github", name: "acme/shapes")
      let comment = PullRequestReference(repository: repository, number: 4)
      _ = try await state.queue.request(JobRequest(comment, kind: .command, subject: "1 recheck ada", head: .none))
      let outcome = try await run(program, "list", "--limit", "1", in: state)
      #expect(
        steady(outcome.output, state) == """
          ID  STATE   KIND     FOR                   HEAD  TRIES  SINCE                 NOTE
          4   queued  command  github:acme/shapes#4  –     0      TIME

          """)
    }
  }

  @Test(arguments: [
    ([], [3, 2, 1]),
    (["--state-of", "dead", "--state-of", "queued"], [3, 1]),
    (["--repo", "github:acme/shapes"], [2, 1]),
    (["--repo", "github:acme/shapes", "--pr", "1"], [1]),
    (["--pr", "3"], [3]),
    (["--limit", "1"], [3]),
    (["--repo", "gitlab:acme/shapes"], []),
  ]) func `list applies its filters`(arguments: [String], ids: [Int]) async throws {
    try await withQueue { state, program in
      let outcome = try await program.run(
        ["jobs", "list", "--format", "json", "--state", state.path.string] + arguments)
      let objects = try outcome.output.split(separator: "\n").map { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      }
      #expect(objects.map { $0?["id"] as? Int } == ids)
      #expect(outcome.errors == "")
    }
  }

  @Test func `show prints a job's details and publications`() async throws {
    try await withQueue { state, program in
      let outcome = try await run(program, "show", "1", in: state)
      #expect(
        steady(outcome.output, state) == """
          job 1  github:acme/shapes#1  review  dead

            head            \(QueueDirectory.head)
            last reviewed   \(QueueDirectory.head)
            priority        new head
            approval        required, and given
            attempts        1
            created         TIME
            queued          TIME
            started         TIME
            finished        TIME
            error           the build \\u001b[2Jdied\\nand \\u202emore

          published for github:acme/shapes#1
            comment reviewbot as 4711 for ababababab, TIME

          """)
    }
  }

  @Test func `show prints the place of a queued job, or what it waits for`() async throws {
    try await withQueue { state, program in
      let queued = try await run(program, "show", "3", in: state)
      #expect(queued.output.contains("  place           1 of 1 in this repository, 1 of 1 in all\n"))
      let json = try await run(program, "show", "3", "--format", "json", in: state)
      #expect(json.output.contains(#""jobs":1,"jobs_in_repository":1,"kind":"review""#))
      let running = try await run(program, "show", "2", in: state)
      #expect(!running.output.contains("place"))
      let scope = PauseScope.repository(RepositoryReference(forge: "github", name: "acme/circles"))
      try await state.queue.perform(.pause(scope), by: Attribution(person: "ada", reason: "an upgrade"))
      let paused = try await run(program, "show", "3", in: state)
      #expect(
        steady(paused.output, state).contains(
          "place           paused: github:acme/circles, since TIME, by ada: an upgrade\n"))
    }
  }

  @Test func `show prints a job's details and publications as JSON`() async throws {
    try await withQueue { state, program in
      let outcome = try await run(program, "show", "1", "--format", "json", in: state)
      #expect(
        steady(outcome.output, state) == """
          {"attempts":1,"commands":[],"created_at":"TIME","error":"the build \\u001b[2Jdied\\nand \\u202emore","fence":1,\
          "finished_at":"TIME","head":"\(QueueDirectory.head)","id":1,"is_approved":true,"kind":"review","labels":[],"losses":0,\
          "needs_approval":true,"not_before":"TIME","priority":"newHead","publications":[{"changed_at":"TIME",\
          "channel":"comment","head":"\(QueueDirectory.head)","is_confirmed":true,"name":"reviewbot","remote_id":"4711"}],\
          "pull_request":1,"queued_at":"TIME","repository":"github:acme/shapes",\
          "reviewed_head":"\(QueueDirectory.head)","started_at":"TIME","state":"dead","subject":""}

          """)
    }
  }

  @Test func `retry and cancel are sent to the running daemon`() async throws {
    try await withQueue { state, program in
      let socket = state.path.appending("control.socket")
      try await withLoopbackServer(at: socket) { request in
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/jobs/1/retry": .json(#"{"id":1,"state":"queued"}"#)
        case "/jobs/2/cancel": .json(#"{"id":2,"state":"running"}"#)
        case "/jobs/3/retry": .json(#"{"error":"job 3 is \u001bqueued","remedy":"wait"}"#, status: 409)
        case "/jobs/4/cancel": .json(#"{"error":"there is no job 4"}"#, status: 404)
        case "/jobs/5/retry": .json(#"{"error":"no space is left"}"#, status: 507)
        default: .text("?", status: 404)
        }
      } body: { server in
        let retried = try await run(program, "retry", "1", "3", "1", in: state)
        #expect(retried.output == "job 1: queued\n")
        #expect(retried.errors == "reviewbot: job 3 is \\u{1B}queued; wait\n")
        #expect(retried.status == 3)
        let cancelled = try await run(program, "cancel", "4", "2", in: state)
        #expect(cancelled.output == "job 2: stop requested\n")
        #expect(cancelled.errors == "reviewbot: there is no job 4\n")
        #expect(cancelled.status == 3)
        let failed = try await run(program, "retry", "5", in: state)
        #expect(
          steady(failed.errors, state)
            == "reviewbot: the daemon at STATE/control.socket answered with 507: no space is left\n")
        let strange = try await run(program, "retry", "6", in: state)
        #expect(
          steady(strange.errors, state) == """
            reviewbot: the daemon at STATE/control.socket answered with 404; use the same reviewbot executable as the \
            daemon

            """)
        #expect(server.requests.allSatisfy { $0.target.contains("?person=") })
        let all = try await run(program, "retry", "--all-dead", "--reason", "a fix", in: state)
        #expect(server.requests.last?.target.hasSuffix("&reason=a%20fix") == true)
        #expect(all.output == "job 1: queued\n")
        #expect(all.status == 0)
        #expect(
          server.requests.map { "\($0.method) \($0.target.prefix { $0 != "?" })" } == [
            "POST /jobs/1/retry", "POST /jobs/3/retry", "POST /jobs/4/cancel", "POST /jobs/2/cancel",
            "POST /jobs/5/retry", "POST /jobs/6/retry", "POST /jobs/1/retry",
          ])
      }
    }
  }

  @Test(arguments: [false, true])
  func `without a daemon the queue is changed directly`(isSocketLeft: Bool) async throws {
    try await withScratchDirectory { folder in
      let state = try await QueueDirectory(in: folder)
      try await state.queue.finish(state.lease, .done(head: state.lease.job.head, verdict: "passed"))
      try await state.queue.close()
      let program = try BuiltProgram(in: folder)
      if isSocketLeft {
        try await withLoopbackServer(at: state.path.appending("control.socket")) { _ in
          .text("")
        } body: { _ in
        }
      }
      let retried = try await run(program, "retry", "1", "9", in: state)
      #expect(retried.output == "job 1: queued\n")
      #expect(retried.errors == "reviewbot: there is no job 9; see reviewbot jobs list\n")
      #expect(retried.status == 3)
      let cancelled = try await run(program, "cancel", "3", "2", in: state)
      #expect(cancelled.output == "job 3: cancelled\njob 2: already done\n")
      #expect(cancelled.status == 0)
      #expect(try await QueueDirectory.states(in: state.path) == [.queued, .done, .cancelled])
      #expect(try await run(program, "retry", "2", in: state).output == "job 2: queued\n")
      #expect(
        try await run(program, "pause", "github", "--reason", "upgrade", in: state).output
          == "github: paused; running jobs continue\n")
      let shown = try await run(program, "list", in: state)
      #expect(steady(shown.output, state).hasSuffix(" (uid \(getuid())): upgrade\n"))
      let audit = try await run(program, "audit", in: state)
      #expect(audit.output.contains("pause"))
      #expect(audit.output.contains("upgrade"))
      let unknown = try await run(program, "pause", "elsewhere", in: state)
      #expect(
        unknown.errors == "reviewbot: elsewhere is not configured; check the name, or name its file with --config\n")
      #expect(try await run(program, "resume", "all", in: state).output == "all: was not paused\n")
      let approvals = try await run(program, "approvals", in: state)
      #expect(approvals.output.contains("github:acme/shapes#1  \(QueueDirectory.head)  someone"))
      let none = try await run(program, "retry", "--all-dead", in: state)
      #expect(none.output == "no jobs\n")
      #expect(none.status == 0)
    }
  }

  @Test func `a queue used by a process that does not listen is an error that names the process`() async throws {
    try await withQueue { state, program in
      let outcome = try await run(program, "cancel", "3", in: state)
      #expect(
        steady(outcome.errors, state) == """
          reviewbot: the queue STATE/queue.sqlite is used by PROCESS, and no process listens at STATE/control.socket; if \
          the daemon is starting, try again; otherwise check the permissions of the socket

          """)
      #expect(outcome.status == 3)
    }
  }

  @Test(arguments: [
    (["list", "--limit", "0"], 2, "--limit takes 1 to 1000; see reviewbot jobs --help"),
    (["list", "--pr", "0"], 2, "--pr takes a pull request number above 0; see reviewbot jobs --help"),
    (["retry"], 2, "give the numbers of jobs, or --all-dead; see reviewbot jobs --help"),
    (["retry", "1", "--all-dead"], 2, "give the numbers of jobs, or --all-dead; see reviewbot jobs --help"),
    (["show", "99"], 3, "there is no job 99; see reviewbot jobs list"),
    (["cancel", "99"], 3, "there is no job 99; see reviewbot jobs list"),
  ]) func `an invalid argument or job is reported`(arguments: [String], status: Int32, sentence: String) async throws {
    try await withScratchDirectory { folder in
      let state = try await QueueDirectory(in: folder)
      try await state.queue.close()
      let outcome = try await BuiltProgram(in: folder).run(["jobs"] + arguments + ["--state", state.path.string])
      #expect(outcome.errors == "reviewbot: \(sentence)\n")
      #expect(outcome.status == status)
    }
  }

  @Test func `an invalid state is rejected with the list of valid states`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["jobs", "list", "--state-of", "x"])
      #expect(
        outcome.errors == """
          reviewbot: invalid value "x" for --state-of <STATE>; use waiting, queued, running, done, superseded, \
          cancelled, dead

          """)
      #expect(outcome.status == 2)
    }
  }

  @Test(arguments: [["list"], ["show", "1"], ["retry", "1"], ["retry", "--all-dead"], ["cancel", "1"]])
  func `a missing queue is an error and is not created`(arguments: [String]) async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["jobs"] + arguments + ["--state", folder.path.string])
      #expect(
        outcome.errors == """
          reviewbot: there is no queue "\(folder.path)/queue.sqlite"; name the daemon's state folder with --state or \
          REVIEWBOT_STATE

          """)
      #expect(outcome.status == 3)
      #expect(!folder.exists("queue.sqlite"))
    }
  }

  @Test(arguments: [["list"], ["retry", "1"]])
  func `a file that is not a queue is rejected and not changed`(arguments: [String]) async throws {
    try await withScratchDirectory { folder in
      let text = String(repeating: "this is no database ", count: 100)
      try folder.write("queue.sqlite", text)
      let outcome = try await BuiltProgram(in: folder).run(["jobs"] + arguments + ["--state", folder.path.string])
      #expect(
        outcome.errors.hasPrefix("reviewbot: \(folder.path)/queue.sqlite is not a queue: "), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("; move the file away, or name another\n"))
      #expect(outcome.status == 3)
      #expect(try folder.text("queue.sqlite") == text)
    }
  }

  @Test(arguments: [
    ("github:acme/shapes", RepositoryReference(forge: "github", name: "acme/shapes")),
    ("work:group/sub/name", RepositoryReference(forge: "work", name: "group/sub/name")),
    ("acme/shapes", nil), (":acme/shapes", nil), ("github:shapes", nil), ("github:", nil),
  ]) func `a repository argument requires a forge and an owner`(text: String, repository: RepositoryReference?) {
    #expect(RepositoryReference(argument: text) == repository)
  }

  @Test(arguments: [
    ("/a", ["REVIEWBOT_STATE": "/b"], "/a"), (nil, ["REVIEWBOT_STATE": "/b"], "/b"),
    (nil, ["REVIEWBOT_STATE": ""], "/var/lib/reviewbot"), ("", [:], "/var/lib/reviewbot"),
  ]) func `the state folder comes from the option, the environment or the default`(
    name: String?, environment: [String: String], path: String
  ) {
    #expect(StateDirectory(named: name, environment: environment).path == FilePath(path))
  }
}
