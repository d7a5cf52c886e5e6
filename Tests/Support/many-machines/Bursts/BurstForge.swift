// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

/// A stand-in of a self-hosted forge with open pull requests, each of which changes a Swift file.
struct BurstForge {
  static let secret = "a-secret-of-webhooks-0123456789"
  private static let perRepository = 50

  let kind: ForgeKind
  let forge: StandInForge
  let pulls: [(repository: String, number: Int)]

  static func run(_ count: Int, kind: ForgeKind, _ body: (BurstForge) async throws -> Void) async throws {
    let pulls = (0..<count).map { (repository: "acme/r\($0 / perRepository)", number: $0 + 1) }
    try await withBuiltInForge { world in
      try add(pulls, to: world)
    } _: { forge in
      try await body(BurstForge(kind: kind, forge: forge, pulls: pulls))
    }
  }

  /// All repositories share one Git repository on the disk, so that numbers are unique among all of them.
  private static func add(_ pulls: [(repository: String, number: Int)], to world: ScratchDirectory) throws {
    var stream = FastImport()
    stream.commit(to: "main", "base", files: ["Sources/Shapes/Shape.swift": text(changed: nil)])
    for (index, _) in pulls.enumerated() {
      stream.commit(
        to: "change-\(index)", "Change \(index)", onTopOf: "main",
        files: ["Sources/Shapes/Shape.swift": text(changed: index)])
    }
    try stream.write(to: try world.folder("git/all.git").path, in: world)
    try StandInWorld(folder: world).change { forge in
      for repository in Set(pulls.map(\.repository)).sorted() {
        forge.add(
          [
            "owner": "acme", "name": String(repository.dropFirst("acme/".count)), "path": "git/all.git",
            "private": false, "collaborators": ["ada": "write", "bot-user": "write"],
          ], to: "repos")
      }
      for (index, pull) in pulls.enumerated() {
        forge.add(
          [
            "number": pull.number, "head": "change-\(index)", "title": "Change \(index)",
            "body": "", "user": "ada", "repo": pull.repository, "draft": true,
          ], to: "pulls")
      }
    }
  }

  /// A file with functions, one of which a pull request changes.
  private static func text(changed: Int?) -> String {
    (0..<60).map { number in
      let isChanged = changed.map { $0 % 60 == number } ?? false
      return """
        /// Returns the area of shape \(number).
        func area\(number)(_ width: Int?, _ height: Int) -> Int {
          return width\(isChanged ? "!" : " ?? 1") * height
        }

        """
    }.joined(separator: "\n")
  }

  /// The token with read and write permission.
  var token: String {
    switch kind {
    case .gitlab: "glpat-example"
    case .gitea: "gitea-example"
    default: StandInForge.token
    }
  }

  /// The deliveries of all pull requests, as when they are opened at once.
  func deliveries() throws -> [SignedDelivery] {
    try pulls.enumerated().map { index, pull in
      try forge.delivery(
        "opened", on: pull.number, in: pull.repository, as: kind, secret: Self.secret, guid: "burst-\(index)")
    }
  }

  /// Writes the configuration of a daemon with a worker that applies the rules and builds nothing. Its pattern names no
  /// owner, so that the daemon finds no pull request before its webhook.
  func configuration(in folder: ScratchDirectory, workers: Int, rest: String) throws -> FilePath {
    for (name, text) in [("webhook-secret", Self.secret), ("token", token)] {
      let path = try folder.write(name, text + "\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.string)
    }
    return try folder.write(
      "server.yml",
      """
      version: 1
      listen: 127.0.0.1:0
      state: \(folder.path)/state
      forges:
        - kind: \(kind.rawValue)
          url: \(forge.url)\(kind == .github ? "\n    api: \(forge.url)" : "")
          webhook_secrets: [\(folder.path)/webhook-secret]
          token: \(folder.path)/token
          repositories: ["*/*"]
          drafts: lint
      limits: {workers: \(workers), free_space: 256M}
      reconcile: {interval: off}
      log: {level: info, format: json}
      \(rest)

      """)
  }
}
