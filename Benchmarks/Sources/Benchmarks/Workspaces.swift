// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Git
import ReviewContract
import SystemPackage

/// Getting a pull request's code: fetching into a mirror, comparing, merging and checking out, compared with the `git`
/// program.
///
/// Both send requests to the same server in turns, so that other load of the machine affects both equally.
struct Workspaces {
  /// The maximum time of our shortest round, as a multiple of the program's. For a first clone the limit is libgit2,
  /// which indexes packs on one thread: measured 1.4 to 1.6 on a busy machine. For a new head: measured 1.1 to 1.2
  /// compared with git's five commands for the same, 1.4 compared with only a fetch, a checkout and one comparison.
  static let largestColdRatio = 1.6
  static let largestWarmRatio = 1.25

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() async throws -> Bool {
    // In memory if possible, so that the disk is not measured.
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isMemory = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isMemory ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let repository = try GeneratedRepository(at: folder.appendingPathComponent("served/shapes.git"))
    let server = try GitServer(folder: folder.appendingPathComponent("served"))
    defer { server.stop() }
    let round = Round(folder: folder, served: repository.folder, url: "\(server.url)/shapes.git")

    var times = (ours: Times("a first mirror, ours"), theirs: Times("git clone --bare"))
    var again = Times("nothing new: compare and check out, ours")
    var warm = (ours: Times("a new head, ours"), theirs: Times("git fetch, worktree add, diff"))
    var rest = Times("git diff -w, merge-tree")
    var same = Times("git fetch, worktree add, diff, diff -w, merge-tree")
    // The first round warms up and does not count.
    for number in 0...rounds {
      let isOursFirst = number.isMultiple(of: 2)
      try round.reset()
      if !isOursFirst { times.theirs.add(try round.clone(), in: number) }
      // A second checkout, without anything to fetch, takes the time without the mirror.
      let (first, second) = (try await round.checkOut(), try await round.checkOut())
      times.ours.add(first - second, in: number)
      again.add(second, in: number)
      if isOursFirst { times.theirs.add(try round.clone(), in: number) }
      try round.push(number)
      var programs: [Duration] = []
      if !isOursFirst { programs = [try round.fetchAndCompare(), try round.compareAndMerge()] }
      warm.ours.add(try await round.checkOut(), in: number)
      if isOursFirst { programs = [try round.fetchAndCompare(), try round.compareAndMerge()] }
      warm.theirs.add(programs[0], in: number)
      rest.add(programs[1], in: number)
      same.add(programs[0] + programs[1], in: number)
    }
    print(try GitProgram(folder: folder)("version").trimmingCharacters(in: .newlines))
    print(
      "\(GeneratedRepository.commits) commits, \(GeneratedRepository.files) files, a pull request that changes "
        + "\(GeneratedRepository.changedFiles); \(rounds) rounds")
    print(Times.table([times.ours, times.theirs, again, warm.ours, warm.theirs, rest, same], requests: 1))
    for (name, ours, theirs, limit) in [
      ("a first mirror", times.ours, times.theirs, Self.largestColdRatio),
      ("a new head: fetch, compare, merge, check out", warm.ours, same, Self.largestWarmRatio),
    ] {
      try Figure(
        group: .git, name: name, ours: ours.shortest * 1000, peers: [.init(theirs)],
        limit: theirs.shortest * 1000 * limit
      ).keep()
    }
    let isCold = Self.isKept(times.ours.shortest / times.theirs.shortest, Self.largestColdRatio, "a first mirror")
    return Self.isKept(warm.ours.shortest / same.shortest, Self.largestWarmRatio, "a new head") && isCold
  }

  private static func isKept(_ ratio: Double, _ largest: Double, _ name: String) -> Bool {
    let text = ratio.formatted(.number.precision(.fractionLength(2)))
    print(
      "shortest rounds: \(name) takes \(text) times the program's time"
        + (ratio > largest ? ": more than \(largest)" : ""))
    return ratio <= largest
  }
}

/// One round of both programs.
private struct Round {
  let folder: URL
  let served: URL
  let url: String

  private var home: URL { folder.appendingPathComponent("home") }
  private var theirs: URL { folder.appendingPathComponent("theirs") }
  private var bare: URL { theirs.appendingPathComponent("shapes.git") }

  /// Removes the files of the previous round.
  func reset() throws {
    for place in [home, theirs] where FileManager.default.fileExists(atPath: place.path) {
      try FileManager.default.removeItem(at: place)
    }
    try FileManager.default.createDirectory(at: theirs, withIntermediateDirectories: true)
  }

  /// Adds forty commits to the base, and to the head one commit that writes 20 files.
  func push(_ number: Int) throws {
    let git = GitProgram(folder: served)
    let base = try git("rev-parse", "main").trimmingCharacters(in: .newlines)
    let head = try git("rev-parse", GeneratedRepository.head).trimmingCharacters(in: .newlines)
    let stream = folder.appendingPathComponent("stream")
    var text = ""
    for index in 0..<40 {
      let body = String(repeating: "let round\(number) = \(index)\n", count: 60 + index)
      let message = "round \(number), commit \(index)"
      text += "commit refs/heads/main\ncommitter Ada <ada@example.com> \(1_800_000_000 + number * 3600 + index) +0000\n"
      text += "data \(message.utf8.count)\n\(message)\n" + (index == 0 ? "from \(base)\n" : "")
      text += "M 100644 inline Sources/New/File\(index).swift\ndata \(body.utf8.count)\n\(body)\n"
    }
    let message = "head of round \(number)"
    text += "commit \(GeneratedRepository.head)\ncommitter Ada <ada@example.com> \(1_900_000_000 + number) +0000\n"
    text += "data \(message.utf8.count)\n\(message)\nfrom \(head)\n"
    for index in 0..<20 {
      let body = String(repeating: "let head\(number) = \(index)\n", count: 60 + index)
      text += "M 100644 inline Sources/Head/File\(index).swift\ndata \(body.utf8.count)\n\(body)\n"
    }
    try Data(text.utf8).write(to: stream)
    try git("fast-import", "--quiet", "--force", input: stream)
  }

  func clone() throws -> Duration {
    try ContinuousClock().measure { _ = try GitProgram(folder: theirs)("clone", "--quiet", "--bare", url, bare.path) }
  }

  func fetchAndCompare() throws -> Duration {
    let git = GitProgram(folder: bare)
    return try ContinuousClock().measure {
      try git("fetch", "--quiet", url, "+main:refs/x/base", "+\(GeneratedRepository.head):refs/x/head")
      try git("worktree", "add", "--quiet", "--detach", theirs.appendingPathComponent("tree").path, "refs/x/head")
      try git("diff", "-U0", "-M", "refs/x/base...refs/x/head")
    }
  }

  /// Returns the time of reviewbot's remaining work: the comparison without white space, and the merge.
  func compareAndMerge() throws -> Duration {
    let git = GitProgram(folder: bare)
    return try ContinuousClock().measure {
      try git("diff", "-U0", "-M", "-w", "refs/x/base...refs/x/head")
      try git("merge-tree", "--write-tree", "refs/x/base", "refs/x/head")
    }
  }

  func checkOut() async throws -> Duration {
    let provider = GitAssembly().workspaces(
      GitWorkspaceSettings(
        mirrors: FilePath(home.appendingPathComponent("mirrors").path),
        workspaces: FilePath(home.appendingPathComponent("runs").path), credential: nil))
    let pullRequest = PullRequest(
      repository: Repository(forge: .local, name: "shapes", cloneURL: url), number: 1, title: "", author: nil, url: nil,
      state: .open, isDraft: false, head: nil, headRef: GeneratedRepository.head, baseBranch: "main", isFromFork: false)
    var workspace: Workspace?
    let time = try await ContinuousClock().measure {
      workspace = try await provider.checkOut(pullRequest) { _ in }
    }
    let files = workspace?.changes.files.count ?? 0
    guard files >= GeneratedRepository.changedFiles else { throw Failure("only \(files) files differ") }
    return time
  }
}
