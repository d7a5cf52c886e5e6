// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// The base of a working tree in clones as developers and CI systems make them.
struct LocalBaseTests {
  /// The base, and the files that differ from it.
  private struct Compared: Hashable, CustomStringConvertible {
    let base: String?
    let files: [String]

    var description: String { "\(base ?? "nothing"): \(files)" }
  }

  private static let feature = Compared(base: "origin/main (origin/HEAD)", files: ["feature.swift"])

  /// A server with `main` and, one commit ahead of it, `feature`; and a folder for clones.
  private func withServer(_ body: (GitFixture, ScratchDirectory) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let server = try GitFixture(in: folder.folder("server"))
      for number in 1...3 {
        try server.write("main.swift", "\(number)\n")
        try server.commit("main \(number)")
      }
      try server.git("checkout", "--quiet", "-b", "feature")
      try server.write("feature.swift", "1\n")
      try server.commit("feature")
      try server.git("checkout", "--quiet", "main")
      try await body(server, folder)
    }
  }

  private func clone(
    _ server: GitFixture, into folder: ScratchDirectory, _ options: [String] = []
  ) throws -> GitFixture {
    let path = folder.path.appending("clone")
    _ = try FinishedCommand.output(
      of: ["git", "clone", "--quiet"] + options + [server.url, path.string],
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1",
      ],
      in: folder.path)
    return GitFixture(existing: ScratchDirectory(path: path))
  }

  private func compared(
    _ git: GitFixture, _ scope: LocalScope = .proposed, _ environment: [String: String] = [:]
  ) async throws -> Compared {
    let change = try await LocalChangeSource(environment: ["GIT_CONFIG_NOSYSTEM": "1"].merging(environment) { $1 })
      .localChange(around: git.folder.path, scope: scope)
    return Compared(base: change.baseDescription, files: change.changes.files.map(\.path))
  }

  @Test func `a pushed branch is compared with the default branch, and with what was pushed on request`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "-b", "new")
      try git.write("new.swift", "1\n")
      try git.commit("new")
      try git.git("push", "--quiet", "--set-upstream", "origin", "new")
      let pushed = Compared(base: "origin/main (origin/HEAD)", files: ["new.swift"])
      #expect(try await compared(git) == pushed)
      #expect(try await compared(git, .unpushed) == Compared(base: "origin/new (upstream)", files: []))
      try git.write("later.swift", "1\n")
      try git.commit("later")
      #expect(try await compared(git).files == ["later.swift", "new.swift"])
      #expect(try await compared(git, .unpushed).files == ["later.swift"])
      // Also under a name in the user's folder.
      try git.git("push", "--quiet", "--set-upstream", "origin", "new:ada/new")
      #expect(try await compared(git).base == pushed.base)
    }
  }

  @Test func `a branch that was checked out from the remote is compared with the default branch`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "feature")
      #expect(try await compared(git) == Self.feature)
      try git.git("checkout", "--quiet", "--detach")
      #expect(try await compared(git) == Self.feature)
      // Nothing was ever pushed of a detached head.
      #expect(try await compared(git, .unpushed) == Self.feature)
    }
  }

  @Test(arguments: [
    (["main"], "origin/main (upstream)", ["main.swift", "work.swift"]),
    (["feature"], "origin/feature (upstream)", ["main.swift", "work.swift"]),
  ]) func `an upstream that is another branch is the base`(
    upstream: [String], base: String, files: [String]
  ) async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "-b", "work", "--track", "origin/\(upstream[0])")
      try git.write("main.swift", "4\n")
      try git.write("work.swift", "1\n")
      try git.commit("work")
      #expect(try await compared(git) == Compared(base: base, files: files))
    }
  }

  @Test func `the default branch itself is compared with the remote's`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      #expect(try await compared(git) == Compared(base: "origin/main (origin/HEAD)", files: []))
      try git.write("ahead.swift", "1\n")
      try git.commit("ahead")
      #expect(try await compared(git) == Compared(base: "origin/main (origin/HEAD)", files: ["ahead.swift"]))
    }
  }

  @Test func `a worktree is compared like the clone that it belongs to`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      let tree = folder.path.appending("tree")
      try git.git("worktree", "add", "--quiet", tree.string, "feature")
      #expect(try await compared(GitFixture(existing: ScratchDirectory(path: tree))) == Self.feature)
      try git.git("worktree", "add", "--quiet", "--detach", tree.string + "2", "origin/feature")
      #expect(
        try await compared(GitFixture(existing: ScratchDirectory(path: FilePath(tree.string + "2")))) == Self.feature)
    }
  }

  @Test func `a remote with another name than origin is found, and one of several by the branch`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder, ["--origin", "work"])
      try git.git("checkout", "--quiet", "feature")
      #expect(try await compared(git) == Compared(base: "work/main (work/HEAD)", files: ["feature.swift"]))
      try git.git("remote", "add", "fork", server.url)
      #expect(try await compared(git).base == "work/main (work/HEAD)")
    }
  }

  @Test(arguments: [
    (["trunk", "main", "master"], "trunk", "trunk (init.defaultBranch)"), (["trunk", "main"], "", "main"),
    (["main", "master"], "", "main"), (["master", "other"], "gone", "master"),
  ]) func `without a remote, the base is init.defaultBranch, main or master`(
    branches: [String], initial: String, base: String
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder)
      try git.commit("first")
      for branch in branches where branch != "main" { try git.git("branch", branch) }
      try git.git("checkout", "--quiet", "-b", "change")
      if !branches.contains("main") { try git.git("branch", "--quiet", "-D", "main") }
      try git.write("change.swift", "1\n")
      try git.commit("change")
      let settings =
        initial.isEmpty
        ? [:] : ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "init.defaultBranch", "GIT_CONFIG_VALUE_0": initial]
      #expect(try await compared(git, .proposed, settings) == Compared(base: base, files: ["change.swift"]))
      // As in the configuration of the repository.
      if !initial.isEmpty { try git.git("config", "init.defaultBranch", initial) }
      #expect(try await compared(git) == Compared(base: base, files: ["change.swift"]))
    }
  }

  @Test(arguments: [
    ["GITHUB_BASE_REF": "release"], ["GITEA_BASE_REF": "release"], ["FORGEJO_BASE_REF": "release"],
    ["CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "release", "CI_DEFAULT_BRANCH": "main"],
    ["BUILDKITE_PULL_REQUEST_BASE_BRANCH": "release", "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main"],
    ["CI_COMMIT_TARGET_BRANCH": "release", "CI_REPO_DEFAULT_BRANCH": "main"],
    ["GITHUB_BASE_REF": "refs/heads/release"],
  ]) func `a CI system's variable names the base`(variables: [String: String]) async throws {
    try await withServer { server, folder in
      try server.git("branch", "release", "main~1")
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "feature")
      let variable = try #require(variables.first { $0.value.hasSuffix("release") }).key
      #expect(
        try await compared(git, .proposed, variables)
          == Compared(base: "origin/release (\(variable))", files: ["feature.swift", "main.swift"]))
      // What was pushed does not depend on it.
      #expect(try await compared(git, .unpushed, variables).base == "origin/feature (upstream)")
    }
  }

  @Test(arguments: ["CI_DEFAULT_BRANCH", "CI_REPO_DEFAULT_BRANCH", "BUILDKITE_PIPELINE_DEFAULT_BRANCH"])
  func `a job without a pull request is compared with the default branch of its variable`(
    variable: String
  ) async throws {
    try await withServer { server, folder in
      try server.git("branch", "release", "main~1")
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "--detach", "origin/feature")
      // Set to an empty text in such jobs.
      let variables = [variable: "release", "GITHUB_BASE_REF": "", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": ""]
      #expect(try await compared(git, .proposed, variables).base == "origin/release (\(variable))")
    }
  }

  /// Checkouts of one commit, as CI systems make them.
  @Test(arguments: [
    "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
    "CI_COMMIT_TARGET_BRANCH", "CI_DEFAULT_BRANCH",
  ]) func `a shallow checkout without the base is an error, whose remedy works`(variable: String) async throws {
    try await withServer { server, folder in
      try server.git("update-ref", "refs/pull/1/head", "feature")
      let git = try GitFixture(in: folder.folder("checkout"))
      try git.git("remote", "add", "origin", server.url)
      try git.git("fetch", "--quiet", "--depth=1", "origin", "+refs/pull/1/head:refs/remotes/pull/1/head")
      // Some systems give the target's name to the branch that they check out.
      try git.git("checkout", "--quiet", "-B", "main", "refs/remotes/pull/1/head")
      let error = await failure { try await compared(git, .proposed, [variable: "main"]) }
      #expect(error?.code == .missingBase)
      #expect(
        error?.message
          == "cannot compare with \"main\" of \(variable): the checkout has no refs/remotes/origin/main")
      let command = "git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main"
      let hint = variable == "GITHUB_BASE_REF" ? " (actions/checkout: fetch-depth: 0)" : ""
      #expect(error?.remedy == "fetch it with: \(command)\(hint)")
      _ = try FinishedCommand.output(
        of: command.split(separator: " ").map(String.init), environment: ProcessInfo.processInfo.environment,
        in: git.folder.path)
      #expect(
        try await compared(git, .proposed, [variable: "main"])
          == Compared(base: "origin/main (\(variable))", files: ["feature.swift"]))
    }
  }

  @Test func `a shallow base without a common commit is an error`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder, ["--depth", "1", "--branch", "feature"])
      try git.git("fetch", "--quiet", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
      let error = await failure { try await compared(git, .proposed, ["GITHUB_BASE_REF": "main"]) }
      #expect(error?.code == .noMergeBase)
      #expect(error?.message.hasSuffix("the clone is shallow") == true)
      #expect(error?.remedy == "fetch its history with: git fetch --unshallow")
    }
  }

  @Test func `a shallow clone of one branch has no default branch, and the remedy fetches it`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder, ["--depth", "1", "--branch", "feature"])
      let error = await failure { try await compared(git) }
      #expect(
        error?.description
          == "found no base to compare \"\(git.folder.path)\" with; tried origin/HEAD, origin/main, origin/master, main, "
          + "master; fetch the default branch with: git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'; "
          + "or name a revision with --since, or check every file with --all")
      try git.git("fetch", "--quiet", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*")
      #expect(try await compared(git) == Compared(base: "origin/main", files: ["feature.swift"]))
    }
  }

  @Test func `the merge commit that GitHub checks out is compared with its base`() async throws {
    try await withServer { server, folder in
      try server.git("checkout", "--quiet", "-b", "merged")
      try server.write("main.swift", "4\n")
      try server.commit("later on main")
      try server.git("update-ref", "refs/heads/main", "merged")
      try server.git("merge", "--quiet", "--no-edit", "feature")
      try server.git("update-ref", "refs/pull/1/merge", "HEAD")
      let git = try clone(server, into: folder)
      try git.git("fetch", "--quiet", "origin", "+refs/pull/1/merge:refs/remotes/pull/1/merge")
      try git.git("checkout", "--quiet", "--detach", "refs/remotes/pull/1/merge")
      #expect(
        try await compared(git, .proposed, ["GITHUB_BASE_REF": "main"])
          == Compared(base: "origin/main (GITHUB_BASE_REF)", files: ["feature.swift"]))
    }
  }

  @Test func `GitLab's merge base is used if its job did not fetch the target branch`() async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder, ["--depth", "2", "--branch", "feature"])
      let base = try server.id("main")
      let variables = ["CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base.hex]
      #expect(
        try await compared(git, .proposed, variables)
          == Compared(base: "main at \(base.short) (CI_MERGE_REQUEST_DIFF_BASE_SHA)", files: ["feature.swift"]))
      // A commit that is not in the checkout is not used.
      let other = variables.merging(["CI_MERGE_REQUEST_DIFF_BASE_SHA": String(repeating: "1", count: 40)]) { $1 }
      #expect(await failure { try await compared(git, .proposed, other) }?.code == .missingBase)
    }
  }

  @Test(arguments: ["a b", "x..y", "main~1", "-x:y"])
  func `a variable that contains no branch name is an error`(name: String) async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      let error = await failure { try await compared(git, .proposed, ["GITHUB_BASE_REF": name]) }
      #expect(error?.message == "cannot compare with \"\(name)\" of GITHUB_BASE_REF: it is not the name of a branch")
    }
  }

  @Test func `without a remote, a variable names a local branch, or is an error`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder)
      try git.commit("first")
      #expect(try await compared(git, .proposed, ["GITHUB_BASE_REF": "main"]).base == "main (GITHUB_BASE_REF)")
      let error = await failure { try await compared(git, .proposed, ["GITHUB_BASE_REF": "gone"]) }
      #expect(error?.code == .missingBase)
      #expect(error?.remedy == "create the branch, unset GITHUB_BASE_REF, or name a revision with --since")
    }
  }

  @Test(
    arguments: [
      ("main", "main"), ("a/b-c_d.e+f", "a/b-c_d.e+f"), ("$(reboot)", "'$(reboot)'"), ("a b", "'a b'"), ("it's", nil),
      ("a\nb", nil),
    ] as [(String, String?)])
  func `a name in a command that users copy is quoted`(name: String, text: String?) {
    #expect(ShellText(name)?.description == text)
  }

  @Test(arguments: [
    (false, nil as String?, "origin/main"), (false, "trunk", "trunk"), (true, nil, "feature"),
  ]) func `the base of a plain repository is its default branch, or the named one`(
    isBare: Bool, name: String?, base: String
  ) async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder, isBare ? ["--bare"] : [])
      if isBare {
        try git.git("symbolic-ref", "HEAD", "refs/heads/feature")
      } else {
        try git.git("checkout", "--quiet", "-b", "trunk", "origin/feature")
      }
      let source = LocalChangeSource()
      // Without the pull request, whose absence the fetch reports.
      #expect(try await source.base(ofPullRequest: 1, named: name, in: git.folder.path) == base)
    }
  }

  @Test(arguments: [nil, "main", "origin/main", "feature"])
  func `a pull request without a commit beyond its base is an error`(base: String?) async throws {
    try await withServer { server, folder in
      let git = try clone(server, into: folder)
      try git.git("checkout", "--quiet", "feature")
      try git.openPullRequest(1, at: "origin/main~1")
      try git.openPullRequest(2, at: "feature")
      let source = LocalChangeSource()
      let error = await failure { try await source.base(ofPullRequest: 1, named: base, in: git.folder.path) }
      #expect(error?.code == .nothingToReview)
      #expect(
        error?.description
          == "refs/pull/1/head has no commit that its base \(base ?? "origin/main") lacks; add a commit to it, or name "
          + "another base with --base")
      if base != "feature" {
        #expect(
          try await source.base(ofPullRequest: 2, named: base, in: git.folder.path) == base ?? "origin/main")
      }
    }
  }

  @Test func `a plain repository without a default branch is an error that names --base`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder)
      try git.git("checkout", "--quiet", "-b", "work")
      try git.commit("first")
      let error = await failure { try await LocalChangeSource().base(ofPullRequest: 1, named: nil, in: folder.path) }
      #expect(error?.code == .missingBase)
      #expect(error?.remedy == "name the base branch with --base")
    }
  }
}
