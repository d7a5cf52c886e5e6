// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct FetchingTests {
  @Test func `compares the head with the merge base, not with the base's tip`() async throws {
    try await withReviewedRepository { repository in
      let fork = try repository.fixture.id("main")
      try repository.fixture.write("later.swift", "let later = 3\n")
      let tip = try repository.fixture.commit("later")
      let workspace = try await repository.review()
      #expect(
        workspace
          == Workspace(
            root: workspace.root, head: try repository.fixture.id("change"), base: tip, baseBranch: "main",
            mergeBase: fork,
            changes: ChangeSet(files: [
              ChangedFile(
                path: "b.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1)])
            ]),
            merge: .differs(
              MergeOverlay(
                tree: try #require(try repository.gitsMerge()),
                folder: FilePath(workspace.root.string + ".merge"), written: ["later.swift"], removed: [])),
            headSubject: "head", commits: workspace.commits, baseConfiguration: nil, headConfiguration: nil,
            listing: FilePath(workspace.root.string + ".commit").appending("files")))
      let commit = try #require(workspace.commits?.commits.first)
      #expect(commit.subject == "head" && commit.id == workspace.head && commit.parentCount == 1)
      #expect(workspace.commits?.commits.count == 1)
    }
  }

  @Test func `the workspace contains the old versions of changed Swift files`() async throws {
    try await withReviewedRepository { repository in
      let fixture = repository.fixture
      try fixture.git("checkout", "--quiet", "main")
      try fixture.write("old.swift", "let a = 1\n")
      try fixture.write("gone.swift", "let g = 1\n")
      try fixture.write("text.md", "old\n")
      try fixture.commit("more")
      try fixture.git("checkout", "--quiet", "-B", "change")
      try fixture.write("old.swift", "let a = 2\n")
      try fixture.write("text.md", "new\n")
      try fixture.git("rm", "--quiet", "gone.swift")
      try fixture.commit("change")
      try fixture.openPullRequest(7)
      let workspace = try await repository.review()
      let old = try #require(workspace.oldFiles)
      let texts = workspace.changes.files.map { file in old.bytes(of: file).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(workspace.changes.files.map(\.path) == ["gone.swift", "old.swift", "text.md"])
      #expect(texts == ["let g = 1\n", "let a = 1\n", nil])
    }
  }

  @Test func `a force-pushed head is fetched into the same mirror`() async throws {
    try await withReviewedRepository { repository in
      let first = try await repository.review()
      try repository.fixture.git("checkout", "--quiet", "-B", "change", "main")
      try repository.fixture.write("c.swift", "let c = 3\n")
      try repository.fixture.commit("another")
      try repository.fixture.openPullRequest(7)
      let second = try await repository.review()
      #expect(second.head != first.head)
      #expect(second.changes.files.map(\.path) == ["c.swift"])
      #expect(second.root != first.root)
      #expect(try repository.mirrorNames.count == 1)
    }
  }

  @Test(arguments: ["main", "refs/heads/main", "origin/main", "refs/remotes/origin/main", nil])
  func `the base is found by any of its names`(base: String?) async throws {
    try await withReviewedRepository { repository in
      let result = try await repository.review(base: base)
      #expect(try result.base == repository.fixture.id("main"))
    }
  }

  @Test func `takes the remote's HEAD when no base is named`() async throws {
    try await withReviewedRepository { repository in
      try repository.fixture.git("checkout", "--quiet", "-b", "trunk")
      let tip = try repository.fixture.commit("trunk")
      let result = try await repository.review(base: nil)
      #expect(result.base == tip)
    }
  }

  @Test func `a head can be a branch`() async throws {
    try await withReviewedRepository { repository in
      let result = try await repository.review(headRef: "change")
      #expect(try result.head == repository.fixture.id("change"))
    }
  }

  @Test func `a folder is accepted as a URL`() async throws {
    try await withReviewedRepository { repository in
      let path = repository.fixture.folder.path.string
      let result = try await repository.review(url: path)
      #expect(result.changes.files.map(\.path) == ["b.swift"])
    }
  }

  @Test func `a missing pull request is reported`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(headRef: "refs/pull/8/head") }
      #expect(error?.code == .missingPullRequest)
    }
  }

  @Test func `the error for a missing base lists the existing branches`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(base: "release") }
      #expect(
        error
          == WorkspaceError(
            .missingBase, "acme/shapes has no branch release",
            remedy: "name one with --base, such as change, main"))
    }
  }

  @Test func `a head that has no commit in common with the base is reported`() async throws {
    try await withReviewedRepository { repository in
      try repository.fixture.git("checkout", "--quiet", "--orphan", "other")
      try repository.fixture.commit("other")
      try repository.fixture.openPullRequest(7)
      #expect(await failure { try await repository.review() }?.code == .noMergeBase)
      #expect(repository.checkouts.isEmpty)
    }
  }

  @Test func `notes several merge bases`() async throws {
    try await withReviewedRepository { repository in
      let git = repository.fixture
      try git.write("m.swift", "let m = 1\n")
      let main = try git.commit("main goes on").hex
      let change = try git.id("change").hex
      try git.git("merge", "--quiet", "-m", "crosswise", change)
      try git.git("checkout", "--quiet", "change")
      try git.git("merge", "--quiet", "-m", "crosswise", main)
      try git.openPullRequest(7)
      let workspace = try await repository.review()
      #expect([main, change].contains(workspace.mergeBase.hex))
      #expect(
        workspace.notes == ["head and base have 2 merge bases; compared with \(workspace.mergeBase.short)"])
    }
  }

  @Test func `notes a head that moved`() async throws {
    try await withReviewedRepository { repository in
      let announced = try repository.fixture.id("main")
      let workspace = try await repository.review(head: announced)
      #expect(
        workspace.notes == ["the head moved from \(announced.short) to \(workspace.head.short) before it was fetched"])
    }
  }

  @Test func `recreates a damaged mirror`() async throws {
    try await withReviewedRepository { repository in
      _ = try await repository.review()
      try FileManager.default.removeItem(atPath: repository.mirror.appending("objects").string)
      let result = try await repository.review()
      #expect(result.changes.files.map(\.path) == ["b.swift"])
      #expect(try repository.mirrorNames.count == 1)
      try Data("nonsense".utf8).write(to: URL(fileURLWithPath: repository.mirror.appending("HEAD").string))
      let again = try await repository.review()
      #expect(again.changes.files.map(\.path) == ["b.swift"])
    }
  }

  @Test func `leaves no file of a mirror open`() async throws {
    try await withReviewedRepository { repository in
      _ = try await repository.review()
      let mirrors = repository.home.path.string
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        // Skip descriptors that other tests have closed in the meantime.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(mirrors) } == [])
    }
  }

  @Test func `two runs at once share the mirror`() async throws {
    try await withReviewedRepository { repository in
      let heads = try await withThrowingTaskGroup(of: CommitID.self) { group in
        for _ in 0..<4 { group.addTask { try await repository.review().head } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(heads).count == 1)
      #expect(repository.checkouts.count == 4)
    }
  }

  @Test(arguments: [
    "ssh://git@example.com/a.git", "git@example.com:a.git", "ext::sh -c touch% /tmp/pwned", "git://example.com/a",
    "https://user:secret@example.com/a.git", "", "https:///a.git", "ssh://ada:secret@example.com/a.git",
    "ssh:///a.git", "ssh://example.com", "ssh://a$b@example.com/a.git", "ssh://git@example.com/a'.git",
    "git+ssh://git@example.com/a.git",
  ])
  func `an unsafe URL is rejected without showing its password`(url: String) async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(url: url) }
      #expect(error?.code == .failed)
      #expect(error?.remedy != nil)
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @Test func `a missing repository is reported`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(url: "/nonexistent/repository") }
      #expect(error?.code == .notARepository)
    }
  }

  @Test func `an unreachable server is reported`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(url: "http://127.0.0.1:1/a.git") }
      #expect(error?.code == .unreachable, "\(error?.description ?? "")")
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a folder away"))
  func `does not read the repository of another user`() async throws {
    try await withReviewedRepository { repository in
      let path = repository.fixture.folder.path
      #expect(chown(path.string, 65534, 65534) == 0)
      #expect(chown(path.appending(".git").string, 65534, 65534) == 0)
      let error = await failure { try await repository.review() }
      #expect(error?.code == .accessDenied)
      #expect(error?.message.hasSuffix("it belongs to another user") == true)
      let local = await failure {
        try await LocalChangeSource().localChange(around: path, scope: .proposed)
      }
      #expect(local?.code == .accessDenied)
    }
  }

  @Test func `a fetch that exceeds its time limit fails`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(limits: WorkspaceLimits(time: .zero)) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `a fetch that exceeds its size limit fails`() async throws {
    try await withReviewedRepository { repository in
      let error = await failure { try await repository.review(limits: WorkspaceLimits(fetchedBytes: 0)) }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func `stops when its task is cancelled`() async throws {
    try await withReviewedRepository { repository in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { try await repository.review() }
      }
      #expect(await task.value?.message == "fetching the repository was cancelled")
      #expect(repository.checkouts.isEmpty)
    }
  }

  @Test func `the progress reports received data and written files`() async throws {
    try await withReviewedRepository { repository in
      let lines = Recorded<String>()
      _ = try await repository.review { event in
        if case .detail(let text) = event { lines.append(text) }
      }
      #expect(lines.values.contains("wrote 2 of 2 files"))
      #expect(lines.values.contains { $0.hasPrefix("received ") })
    }
  }

  @Test func `describes its settings without the token`() async throws {
    try await withReviewedRepository { repository in
      let settings = repository.settings(token: "canary")
      var dumped = ""
      dump(settings, to: &dumped)
      #expect(!"\(settings) \(String(reflecting: settings)) \(dumped)".contains("canary"))
    }
  }
}
