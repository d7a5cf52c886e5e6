// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract
package import SystemPackage

/// Finds and mirrors the dependencies of a package that need a token, and their dependencies.
///
/// Only texts are read: `Package.resolved`, and the literals in `Package.swift`. Values that the code of a manifest
/// computes are not found; the package then cannot be resolved, and a note reports it.
package struct DependencyWalk: Sendable {
  private let mirrors: [String: any DependencyMirror]
  private let limits: MirroringLimits

  /// - Parameter mirrors: one for each `HOST` or `HOST:PORT` with a token.
  package init(mirrors: [String: any DependencyMirror], limits: MirroringLimits = .standard) {
    self.mirrors = mirrors
    self.limits = limits
  }

  /// Mirrors the dependencies of a package.
  ///
  /// - Parameters:
  ///   - roots: checkouts of the repository; the union of their dependencies is mirrored.
  ///   - folders: the packages' folders in each; empty for the root.
  /// - Returns: the mirrored dependencies, with a note for each that could not be mirrored.
  package func mirror(
    _ roots: [FilePath], folders: [String], progress: @escaping ProgressHandler
  ) async -> MirroredDependencies {
    let surveys = roots.flatMap { root in folders.map { PackageSurvey(root, folder: $0) } }
    var walk = Walk(limits: limits, pins: surveys.flatMap(\.pins))
    for survey in surveys {
      walk.found(survey.pins.map(\.url) + survey.urls, depth: 0)
      walk.computed += survey.computed
    }
    while let item = walk.next() {
      guard let mirror = mirrors[item.url.authority] else { continue }
      guard walk.mayMirror(item.url) else { continue }
      progress(.detail("mirroring \(item.url.address)"))
      do {
        let copy = try await mirror.mirror(
          item.url.address, revision: walk.revisions[item.url.address], progress: progress)
        walk.mirrored(item.url, at: copy.folder)
        for text in copy.manifests {
          let found = ManifestReader().read(text)
          walk.found(found.urls, depth: item.depth + 1)
          walk.computed += found.computed
        }
      } catch {
        walk.notes.append("cannot mirror the dependency \(item.url.address): \(String(systemError: error))")
      }
    }
    return walk.result
  }
}

/// The state of a walk.
private struct Walk {
  struct Item {
    let url: DependencyURL
    let depth: Int
  }

  private let limits: MirroringLimits
  /// The commits that the package requires, by repository.
  let revisions: [String: CommitID]
  var notes: [String] = []
  var computed = 0
  private var waiting: [Item] = []
  private var texts: Set<String> = []
  /// All spellings of a repository's URL.
  private var spellings: [String: [DependencyURL]] = [:]
  private var folders: [String: FilePath] = [:]
  private var order: [String] = []
  private var isOverLimit = false

  private static let mostTexts = 5000

  init(limits: MirroringLimits, pins: [ResolvedReader.Pin]) {
    self.limits = limits
    revisions = Dictionary(
      pins.compactMap { pin in
        guard let url = DependencyURL(pin.url), let revision = pin.revision else { return nil }
        return (url.address, revision)
      }
    ) { first, _ in first }
  }

  mutating func found(_ urls: [String], depth: Int) {
    for text in urls where texts.count < Self.mostTexts && texts.insert(text).inserted {
      guard let url = DependencyURL(text) else { continue }
      let isNew = spellings[url.address] == nil
      spellings[url.address, default: []].append(url)
      guard isNew else { continue }
      guard depth <= limits.depth else {
        isOverLimit = true
        continue
      }
      waiting.append(Item(url: url, depth: depth))
    }
  }

  mutating func next() -> Item? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func mayMirror(_ url: DependencyURL) -> Bool {
    if order.count < limits.repositories { return true }
    isOverLimit = true
    return false
  }

  mutating func mirrored(_ url: DependencyURL, at folder: FilePath) {
    folders[url.address] = folder
    order.append(url.address)
  }

  var result: MirroredDependencies {
    var rewrites: [URLRewrite] = []
    for address in order {
      guard let folder = folders[address] else { continue }
      for url in spellings[address] ?? [] {
        rewrites += url.rewrites(to: folder.string).filter { !rewrites.contains($0) }
      }
    }
    rewrites += untouched(by: rewrites)
    return MirroredDependencies(
      rewrites: rewrites, folders: order.compactMap { folders[$0] }, notes: notes + limitNotes + computedNotes)
  }

  /// Returns identity rewrites for repositories without a mirror: git replaces prefixes, so a mirror of `…/shapes`
  /// would affect `…/shapes-3d` as well. The longest prefix wins.
  private func untouched(by rewrites: [URLRewrite]) -> [URLRewrite] {
    let others = spellings.filter { folders[$0.key] == nil }.values.flatMap { $0 }.map(\.text)
    return others.filter { text in rewrites.contains { text.hasPrefix($0.from) } }.sorted()
      .map { URLRewrite(from: $0, to: $0) }
  }

  private var limitNotes: [String] {
    guard isOverLimit else { return [] }
    return [
      "more dependencies need a token than are mirrored: \(limits.repositories) repositories, \(limits.depth) levels deep"
    ]
  }

  private var computedNotes: [String] {
    guard computed > 0 else { return [] }
    let subject = computed == 1 ? "1 dependency is" : "\(computed) dependencies are"
    return ["\(subject) computed by a manifest and not mirrored: a URL is found only where it is written as a literal"]
  }
}

/// The mirrored dependencies: rewrites for the git of the code under review, and folders for the sandbox to show.
package struct MirroredDependencies: Hashable, Codable, Sendable {
  /// The rewrites that make git use the folders instead of the servers.
  package var rewrites: [URLRewrite]
  /// The mirrors, which are read-only.
  package var folders: [FilePath]
  /// The notes for the report.
  package var notes: [String]

  package init(rewrites: [URLRewrite] = [], folders: [FilePath] = [], notes: [String] = []) {
    self.rewrites = rewrites
    self.folders = folders
    self.notes = notes
  }
}

/// The limits for following dependencies.
package struct MirroringLimits: Hashable, Sendable {
  package static let standard = MirroringLimits()

  /// The number of repositories that are mirrored for one pull request.
  package var repositories = 64
  /// The depth of transitive dependencies.
  package var depth = 8
}
