// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

/// Pull requests from other repositories.
struct ForkTests {
  private static let pullRequest = """
    {
      "title": "Shapes", "state": "open", "user": {"login": "mallory"},
      "head": {"ref": "change", "sha": "\(String(repeating: "a", count: 40))", "repo":
        {"id": 2, "full_name": "mallory/shapes", "clone_url": "SERVER/mallory/shapes.git"}},
      "base": {"ref": "main", "sha": "\(String(repeating: "b", count: 40))", "repo":
        {"id": 1, "full_name": "acme/shapes", "clone_url": "SERVER/acme/shapes.git"}}
    }
    """

  private func check(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> (BuiltProgram.Outcome, requests: [String]) {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { request in
        .json(Self.pullRequest.replacing("SERVER", with: "http://\(request.fields["host"] ?? "")"))
      } body: { server in
        let outcome = try await BuiltProgram(in: folder).run(
          ["check", "--pr", "1", "--repo", "\(server.url)/acme/shapes", "--forge", "github"] + arguments,
          environment: environment)
        return (outcome, server.requests.map { "\($0.method) \($0.target)" })
      }
    }
  }

  @Test func `without a sandbox, code from another repository does not run`() async throws {
    let (outcome, requests) = try await check(environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 3)
    #expect(
      outcome.complaints == [
        "reviewbot: pull request #1 comes from another repository, and there is no sandbox to run its code in "
          + "(bwrap: there is no bwrap on PATH: install the package bubblewrap; "
          + "container: no image is set: name one with --sandbox-image); install bubblewrap and see reviewbot doctor, "
          + "or run it in a disposable environment, such as a CI job with a read-only token, with --sandbox none"
      ])
    #expect(requests == ["GET /api/v3/repos/acme/shapes/pulls/1"])
  }

  @Test(arguments: ["pull_request_target", "workflow_run"])
  func `code of a fork does not run in a job whose token can have write permission`(event: String) async throws {
    let (outcome, requests) = try await check(
      ["--sandbox", "none"], environment: ["GITHUB_EVENT_NAME": event, "GITHUB_TOKEN": "ghp_token"])
    #expect(outcome.status == 3)
    #expect(
      outcome.complaints.last
        == "reviewbot: cannot run code from another repository in a \(event) job, whose token can have write permission; "
        + "run check in a job for the event pull_request, where the token is read-only")
    // It tries to set a status, and fetches nothing.
    #expect(!requests.contains { $0.contains("info/refs") }, "\(requests)")
  }

  @Test func `code of a fork runs without a sandbox if --sandbox none is given`() async throws {
    try await withStandInForge(prepare: addFork) { forge in
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run(
          ["check", "--pr", "3", "--repo", "acme/shapes", "--sandbox", "none", "--no-publish", "--output", "report"],
          environment: forge.environment(token: StandInForge.token))
        #expect(outcome.status == 1, "\(outcome.errors)")
        let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
        #expect(report.verdict == .buildFailed)
        #expect(report.pullRequest.isFromFork)
        #expect(try await forge.comments(3) == [])
        #expect(try await forge.violations() == [])
      }
    }
  }

  /// Adds a fork of the repository whose branch is pull request 3.
  private func addFork(_ world: ScratchDirectory) throws {
    let fork = try world.folder("git/mallory")
    try FileManager.default.copyItem(
      atPath: world.path.pushing(FilePath("git/acme/shapes.git")).string,
      toPath: fork.path.appending("shapes.git").string)
    var forge = try #require(
      try JSONSerialization.jsonObject(with: Data(world.text("forge.json").utf8)) as? [String: Any])
    func add(_ value: [String: Any], to key: String) { forge[key] = (forge[key] as? [Any] ?? []) + [value] }
    add(["login": "mallory"], to: "users")
    add(
      [
        "owner": "mallory", "name": "shapes", "path": "git/mallory/shapes.git", "fork_of": "acme/shapes",
        "owner_type": "User",
      ], to: "repos")
    add(
      [
        "number": 3, "head": "mallory/shapes:broken", "title": "Mine", "body": "", "user": "mallory",
        "repo": "acme/shapes",
      ],
      to: "pulls")
    try world.write("forge.json", String(decoding: try JSONSerialization.data(withJSONObject: forge), as: UTF8.self))
  }
}
