// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import DependencyMirroring

/// Serves manifests instead of repositories, and records the requests.
private final class ManifestMirror: DependencyMirror {
  private let manifests: [String: String]
  private let requests = Locked<[String]>([])

  init(_ manifests: [String: String]) {
    self.manifests = manifests
  }

  var asked: [String] { requests.withLock { $0 } }

  func mirror(
    _ url: String, revision: CommitID?, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> MirroredDependency {
    requests.withLock { $0.append(revision.map { "\(url) \($0.short)" } ?? url) }
    guard let manifest = manifests[url] else {
      throw WorkspaceError(.notARepository, "there is no \(url)", remedy: "check it")
    }
    return MirroredDependency(
      folder: FilePath("/mirrors").appending(url.split(separator: "/").suffix(1).map(String.init)[0]),
      manifests: [manifest])
  }
}

struct DependencyWalkTests {
  private static let revision = "9f0d76544701845ad98716f3f6a774a892152bcb"

  private func manifest(_ urls: String...) -> String {
    urls.map { ".package(url: \"\($0)\", from: \"1.0.0\")" }.joined(separator: "\n")
  }

  private func walk(
    _ manifest: String, resolved: String = "{}", mirrors: [String: ManifestMirror],
    limits: MirroringLimits = MirroringLimits()
  ) async throws -> MirroredDependencies {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", manifest)
      try folder.write("Package.resolved", resolved)
      return await DependencyWalk(mirrors: mirrors, limits: limits).mirror([folder.path], folders: [""]) { _ in }
    }
  }

  @Test func `dependencies on hosts with a token are mirrored transitively, once each`() async throws {
    let mirror = ManifestMirror([
      "https://git.test/a": manifest("git@git.test:b.git", "https://public.test/x"),
      "https://git.test/b": manifest("https://git.test/a.git", "https://git.test/c"),
      "https://git.test/c": "",
    ])
    let result = try await walk(
      manifest("https://git.test/a", "https://public.test/y"),
      resolved: #"{"pins": [{"location": "https://git.test/c", "state": {"revision": "\#(Self.revision)"}}]}"#,
      mirrors: ["git.test": mirror])
    #expect(mirror.asked == ["https://git.test/c 9f0d765447", "https://git.test/a", "https://git.test/b"])
    #expect(result.folders == ["/mirrors/c", "/mirrors/a", "/mirrors/b"])
    #expect(result.notes == [])
    let targets = Dictionary(result.rewrites.map { ($0.from, $0.to) }) { first, _ in first }
    #expect(targets["https://git.test/a"] == "/mirrors/a")
    #expect(targets["https://git.test/a.git"] == "/mirrors/a")
    #expect(targets["git@git.test:b.git"] == "/mirrors/b")
    #expect(targets["ssh://git@git.test/c"] == "/mirrors/c")
    #expect(!targets.keys.contains { $0.contains("public.test") })
    #expect(Set(result.rewrites).count == result.rewrites.count)
  }

  @Test func `each host has its own mirror`() async throws {
    let first = ManifestMirror(["https://git.test/a": ""])
    let second = ManifestMirror(["https://git.test:8443/a": ""])
    _ = try await walk(
      manifest("https://git.test/a", "https://git.test:8443/a", "https://git.test.evil.test/a"),
      mirrors: ["git.test": first, "git.test:8443": second])
    #expect(first.asked == ["https://git.test/a"])
    #expect(second.asked == ["https://git.test:8443/a"])
  }

  @Test func `a repository with a mirrored one's name as prefix keeps its own URL`() async throws {
    let mirror = ManifestMirror(["https://git.test/shapes": ""])
    let result = try await walk(
      manifest("https://git.test/shapes", "https://git.test/shapes-3d"), mirrors: ["git.test": mirror])
    #expect(
      result.rewrites.contains(URLRewrite(from: "https://git.test/shapes-3d", to: "https://git.test/shapes-3d")))
    #expect(
      result.notes == [
        "cannot mirror the dependency https://git.test/shapes-3d: there is no https://git.test/shapes-3d; check it"
      ])
  }

  @Test func `mirroring stops at its limits with a note`() async throws {
    let names = (0..<20).map { "https://git.test/\($0)" }
    let chain = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { index, name in
        (name, index + 1 < names.count ? manifest(names[index + 1]) : "")
      })
    let deep = ManifestMirror(chain)
    let first = try await walk(
      manifest(names[0]), mirrors: ["git.test": deep], limits: MirroringLimits(repositories: 50, depth: 3))
    #expect(deep.asked == Array(names[...3]))
    #expect(first.notes == ["more dependencies need a token than are mirrored: 50 repositories, 3 levels deep"])
    let wide = ManifestMirror(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    let second = try await walk(
      names.map { manifest($0) }.joined(separator: "\n"), mirrors: ["git.test": wide],
      limits: MirroringLimits(repositories: 5, depth: 3))
    #expect(wide.asked.count == 5)
    #expect(second.notes.count == 1)
  }

  @Test func `a computed URL is reported as a note`() async throws {
    let result = try await walk(
      ".package(url: base + \"a\", from: \"1.0.0\")", mirrors: ["git.test": ManifestMirror([:])])
    #expect(
      result.notes == [
        "1 dependency is computed by a manifest and not mirrored: a URL is found only where it is written as a literal"
      ])
  }
}
