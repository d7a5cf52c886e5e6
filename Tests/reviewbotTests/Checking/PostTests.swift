// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The second stage of reviews of forks: a report that its pull request could have forged.
  struct PostTests {
    private func post(
      of forge: StandInForge, by program: BuiltProgram, head: CommitID, _ arguments: [String] = [],
      environment: [String: String] = [:]
    ) async throws -> BuiltProgram.Outcome {
      try await program.run(
        ["post", "--from", "report", "--repo", "acme/shapes", "--head", head.hex] + arguments,
        environment: forge.environment(token: StandInForge.token, environment))
    }

    /// The report of pull request 2, made without permission to write.
    private func makeReport(
      of forge: StandInForge, by program: BuiltProgram, in folder: ScratchDirectory
    ) async throws -> Report {
      let outcome = try await program.run(
        ["check", "--pr", "2", "--repo", "acme/shapes", "--output", "report", "--sandbox", "none", "--no-publish"],
        environment: forge.environment(token: StandInForge.readOnlyToken))
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(try await forge.comments(2) == [])
      return try ReportFile.decode(Data(folder.text("report/report.json").utf8))
    }

    private func forge(_ folder: ScratchDirectory, _ change: (inout [String: Any]) -> Void) throws {
      let file = URL(fileURLWithPath: folder.path.appending("report/report.json").string)
      var report = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      change(&report)
      try JSONSerialization.data(withJSONObject: report).write(to: file)
    }

    @Test func `a report of a pull request's own job is posted under a separate name`() async throws {
      try await withStandInForge { stand in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let report = try await makeReport(of: stand, by: program, in: folder)
          let event = folder.path.appending("event.json").string
          try Data(#"{"workflow_run": {"head_sha": "\#(report.head.hex)"}}"#.utf8).write(
            to: URL(fileURLWithPath: event))
          let first = try await program.run(
            ["post", "--from", "report", "--repo", "acme/shapes"],
            environment: stand.environment(
              token: StandInForge.token,
              [
                "GITHUB_EVENT_NAME": "workflow_run", "GITHUB_EVENT_PATH": event, "GITHUB_REPOSITORY": "acme/shapes",
                "GITHUB_RUN_ID": "5",
              ]))
          #expect(first.status == 0, "\(first.errors)")
          let comment = try #require(try await stand.comments(2).first)
          #expect(comment.hasPrefix("<!-- reviewbot:v1 id=reviewbot/fork -->\n"))
          #expect(comment.contains("Reported by the pull request's own CI job, which its author controls."))
          #expect(try await stand.statuses(of: report.head.hex) == ["failure reviewbot/fork"])
          let second = try await post(of: stand, by: program, head: report.head)
          #expect(second.output.contains("comment: unchanged\n"), "\(second.errors)")
          // A pass beside a failed build contradicts itself.
          try forge(folder) { $0["verdict"] = "passed" }
          let refused = try await post(of: stand, by: program, head: report.head)
          #expect(refused.status == 3)
          #expect(
            refused.errors.contains("cannot post report.json in \"report\": verdict is passed, but according to runs"),
            "\(refused.errors)")
          #expect(try await stand.statuses(of: report.head.hex) == ["failure reviewbot/fork"])
          // A success that is forged completely sets only the status of that name.
          try forge(folder) { json in
            for key in ["runs", "findings", "reasons"] { json[key] = [Any]() }
          }
          #expect(try await post(of: stand, by: program, head: report.head).status == 0)
          #expect(
            try await stand.statuses(of: report.head.hex) == ["success reviewbot/fork", "failure reviewbot/fork"])
          #expect(try await stand.comments(2).count == 1)
          #expect(try await stand.violations() == [])
        }
      }
    }

    @Test(.thorough) func `a report that is malformed, outdated or of another run is not posted`() async throws {
      try await withStandInForge { stand in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let report = try await makeReport(of: stand, by: program, in: folder)
          let file = folder.path.appending("report/report.json").string
          let whole = try folder.text("report/report.json")
          func expectRefusal(
            _ text: String, _ arguments: [String] = [], head: CommitID? = nil, status: Int32 = 3
          ) async throws {
            let outcome = try await post(of: stand, by: program, head: head ?? report.head, arguments)
            #expect(outcome.status == status, "\(outcome.output) \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(outcome.errors)")
          }
          func restore() throws {
            try? FileManager.default.removeItem(atPath: file)
            try Data(whole.utf8).write(to: URL(fileURLWithPath: file))
          }
          try await expectRefusal("its commit differs from that of the run", head: report.base)
          try await expectRefusal("its pull request differs from that of the run", ["--pr", "1"])
          try forge(folder) { json in
            var repository = json["repository"] as? [String: Any]
            repository?["name"] = "evil/shapes"
            json["repository"] = repository
          }
          try await expectRefusal("its repository differs from that of the run")
          try restore()
          try forge(folder) { $0["head"] = report.base.hex }
          try await expectRefusal("its commit differs from that of the run")
          try Data("[".utf8).write(to: URL(fileURLWithPath: file))
          try await expectRefusal("report.json is not a report")
          try Data(count: ReportFile.maximumBytes + 1).write(to: URL(fileURLWithPath: file))
          try await expectRefusal("it has more than \(ReportFile.maximumBytes) bytes")
          try FileManager.default.removeItem(atPath: file)
          try await expectRefusal("it does not exist")
          try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/passwd")
          try await expectRefusal("it is not a regular file")
          try restore()
          // A newer head: its own run reports it.
          try await stand.admin(
            "push",
            #"{"repo": "acme/shapes", "branch": "broken", "sha": "\#(report.base.hex)", "user": "ada"}"#)
          try await expectRefusal("the report was not posted", status: 4)
          #expect(try await stand.comments(2) == [])
          #expect(try await stand.statuses(of: report.head.hex) == [])
        }
      }
    }
  }
}
