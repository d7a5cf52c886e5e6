// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A repository with many pull requests whose reviews take as little time as possible.
///
/// Pull request N comes from the branch `change-N` and changes one file. Those from the fork come from the same branch
/// there.
package struct TinyRepository: Sendable {
  package enum Content: Sendable {
    /// A package with one library and no tests, which passes after some seconds.
    case library
    /// No package, so that nothing is built: the review ends immediately, as one that could not be performed.
    case noPackage
  }

  /// The name below the owner `acme`, which also owns the repository of every stand-in forge.
  package var name: String
  package var content: Content
  /// The number of pull requests, which are numbered from 1.
  package var pullRequests: Int
  /// The numbers of the pull requests from `mallory/NAME`.
  package var fromFork: Set<Int>
  package var isPrivate: Bool
  /// The title of all pull requests; `nil` for `Change N`.
  package var title: String?

  /// Further files of the base, by path.
  package var files: [String: String] = [:]

  /// Further branches on top of `main`, with the files that each changes, by path.
  package var branches: [String: [String: String]] = [:]

  package var fullName: String { "acme/\(name)" }
  package var forkName: String { "mallory/\(name)" }

  package init(
    _ name: String = "tiny", content: Content = .library, pullRequests: Int = 1, fromFork: Set<Int> = [],
    isPrivate: Bool = false
  ) {
    self.name = name
    self.content = content
    self.pullRequests = pullRequests
    self.fromFork = fromFork
    self.isPrivate = isPrivate
  }

  /// Adds the repository to the world of a forge that has not started.
  package func add(to world: ScratchDirectory) throws {
    let branches = (1...max(pullRequests, 1)).filter { $0 <= pullRequests && !fromFork.contains($0) }
    try makeRepository(fullName, branches: branches, in: world)
    let others = fromFork.filter { (1...max(pullRequests, 1)).contains($0) }.sorted()
    if !others.isEmpty { try makeRepository(forkName, branches: others, in: world) }
    try StandInWorld(folder: world).change { forge in
      forge.add(
        [
          "owner": "acme", "name": name, "path": "git/\(fullName).git", "private": isPrivate,
          "collaborators": ["ada": "write", "bot-user": "write"],
        ], to: "repos")
      if !others.isEmpty {
        forge.add(["login": "mallory"], to: "users")
        forge.add(
          [
            "owner": "mallory", "name": name, "path": "git/\(forkName).git", "fork_of": fullName, "owner_type": "User",
          ], to: "repos")
      }
      for number in 1...max(pullRequests, 1) where number <= pullRequests {
        let isOther = fromFork.contains(number)
        forge.add(
          [
            "number": number, "head": (isOther ? "\(forkName):" : "") + "change-\(number)",
            "title": title ?? "Change \(number)",
            "body": "", "user": isOther ? "mallory" : "ada", "repo": fullName,
          ], to: "pulls")
      }
      forge.showApp(fullName)
    }
  }

  private func makeRepository(_ name: String, branches: [Int], in world: ScratchDirectory) throws {
    let bare = world.path.pushing(FilePath("git/\(name).git"))
    try FileManager.default.createDirectory(atPath: bare.string, withIntermediateDirectories: true)
    var stream = FastImport()
    stream.commit(to: "main", "base", files: base.merging(files) { $1 })
    for number in branches { stream.commit(to: "change-\(number)", "change", onTopOf: "main", files: change(number)) }
    for (branch, files) in self.branches.sorted(by: { $0.key < $1.key }) {
      stream.commit(to: branch, branch, onTopOf: "main", files: files)
    }
    try stream.write(to: bare, in: world)
  }

  private var base: [String: String] {
    switch content {
    case .library:
      [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Tiny", targets: [.target(name: "Tiny")])

        """,
        "Sources/Tiny/Tiny.swift": "public func one() -> Int { 1 }\n",
      ]
    case .noPackage: ["README.md": "Tiny.\n"]
    }
  }

  private func change(_ number: Int) -> [String: String] {
    switch content {
    case .library:
      [
        "Sources/Tiny/Tiny.swift": """
        public func one() -> Int { 1 }
        public func more() -> Int { \(number) }

        """
      ]
    case .noPackage: ["README.md": "Tiny.\nChange \(number).\n"]
    }
  }
}
