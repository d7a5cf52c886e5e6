// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

/// A stand-in forge with its share of the repositories.
struct ForgeStandIn: Sendable {
  /// A pull request with the commits that become its heads, one after the other.
  struct Pull: Sendable {
    let repository: String
    let number: Int
    let commits: [String]
  }

  static let kinds: [ForgeKind] = [.github, .gitlab, .gitea]
  private static let pullsPerRepository = 2

  let kind: ForgeKind
  let forge: StandInForge
  let pulls: [Pull]

  var port: Int { forge.url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// The token with read and write permission.
  var token: String {
    switch kind {
    case .gitlab: "glpat-example"
    case .gitea: "gitea-example"
    default: StandInForge.token
    }
  }

  /// Runs one stand-in of each kind.
  static func run(
    repositories: Int, commitsPerPull: Int, kinds: [ForgeKind] = kinds,
    _ body: ([ForgeStandIn]) async throws -> Void
  ) async throws {
    guard let kind = kinds.last else { return try await body([]) }
    let names = (0..<repositories).filter { $0 % Self.kinds.count == kinds.count - 1 }.map { "r\($0)" }
    try await withBuiltInForge { world in
      try add(names, commitsPerPull, to: world)
    } _: { forge in
      let pulls = try Self.pulls(of: forge)
      // Initially the heads are the newest commits.
      for pull in pulls { try forge.moveHead(of: pull.number, in: pull.repository, to: pull.commits[0]) }
      try await run(repositories: repositories, commitsPerPull: commitsPerPull, kinds: kinds.dropLast()) { others in
        try await body(others + [ForgeStandIn(kind: kind, forge: forge, pulls: pulls)])
      }
    }
  }

  /// All repositories of a forge share one Git repository, because only the ids of commits matter.
  private static func add(_ names: [String], _ commits: Int, to world: ScratchDirectory) throws {
    var stream = FastImport()
    stream.commit(to: "main", "base", files: ["README.md": "Base.\n"])
    for name in names {
      for number in 1...pullsPerRepository {
        let branch = "\(name)-\(number)"
        for count in 1...commits {
          stream.commit(
            to: branch, "acme/\(name) \(number)", onTopOf: count == 1 ? "main" : branch,
            files: ["README.md": "\(branch) \(count).\n"])
        }
      }
    }
    try stream.write(to: try world.folder("git/all.git").path, in: world)
    try StandInWorld(folder: world).change { forge in
      for name in names {
        forge.add(
          [
            "owner": "acme", "name": name, "path": "git/all.git", "private": false,
            "collaborators": ["ada": "write", "bot-user": "write"],
          ], to: "repos")
        for number in 1...pullsPerRepository {
          forge.add(
            [
              "number": number, "head": "\(name)-\(number)", "title": "Change \(number)", "body": "", "user": "ada",
              "repo": "acme/\(name)",
            ], to: "pulls")
        }
        forge.showApp("acme/\(name)")
      }
    }
  }

  private static func pulls(of forge: StandInForge) throws -> [Pull] {
    let folder = forge.world.pushing(FilePath("git/all.git"))
    let text = try FinishedCommand.output(of: [
      "git", "-c", "safe.directory=*", "--git-dir=\(folder)", "log", "--all", "--reverse", "--topo-order",
      "--format=%H %s",
    ])
    var commits: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      if parts.count == 2, parts[1] != "base" { commits[parts[1], default: []].append(parts[0]) }
    }
    return commits.sorted { $0.key < $1.key }.map { name, commits in
      let parts = name.split(separator: " ").map(String.init)
      return Pull(repository: parts[0], number: parts.last.flatMap { Int($0) } ?? 0, commits: commits)
    }
  }
}
