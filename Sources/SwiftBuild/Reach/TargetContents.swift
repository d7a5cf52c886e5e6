// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// Searches the sources of targets, and the manifests of their package, for inputs other than the targets' files.
struct TargetContents: Sendable {
  private static let largestFile = 4 << 20

  let checkout: ContainedDirectory
  let graph: TargetGraph

  func read() -> TestReach {
    let prefix = graph.folder.isEmpty ? 0 : graph.folder.utf8.count + 1
    let search = RepositoryReads(folders: graph.targets.map { String($0.layout.path.dropFirst(prefix)) })
    var contents: [String: TestReach.Contents] = [:]
    for target in graph.targets where target.layout.type != "plugin" && target.layout.type != "snippet" {
      contents[target.name] = self.contents(of: target, search)
    }
    return TestReach(graph: graph, contents: contents, manifest: manifest)
  }

  private func contents(of target: TargetGraph.Target, _ search: RepositoryReads) -> TestReach.Contents {
    var contents = TestReach.Contents()
    var files = Set(target.layout.sources ?? [])
    do {
      let found = try CheckoutFiles(checkout: checkout).paths(in: target.layout.path)
      // Headers and module maps are no sources.
      if target.isClang || target.layout.type == "system-target" { files.formUnion(found) }
    } catch {
      contents.unknownFiles = error.description
      return contents
    }
    for path in files.sorted() {
      guard let text = try? checkout.text(at: path, limit: Self.largestFile) else {
        contents.unknownFiles = "\(path) cannot be searched"
        return contents
      }
      if contents.reads == nil, let word = search.first(in: text) { contents.reads = "\(path) has \(word)" }
      guard SourceName.isSwift(path) else { continue }
      contents.imports.formUnion(RepositoryReads.imports(in: text))
      guard contents.reads != nil, contents.startsPrograms == nil else { continue }
      contents.startsPrograms = RepositoryReads.program(in: text).map { "\(path) has \($0)" }
    }
    return contents
  }

  private var manifest: TestReach.Manifest {
    var manifest = TestReach.Manifest()
    // A folder that cannot be listed has no manifest, and was not described.
    let names = ((try? checkout.entries(of: graph.folder)) ?? []).map(\.name).filter {
      $0 == "Package.swift" || $0.hasPrefix("Package@swift-")
    }
    if names.isEmpty { manifest.reads = "the manifest cannot be found" }
    for name in names {
      let path = graph.folder.isEmpty ? name : "\(graph.folder)/\(name)"
      guard let text = try? checkout.text(at: path, limit: Self.largestFile) else {
        manifest.reads = "\(path) cannot be searched"
        continue
      }
      manifest.add(text, of: path)
    }
    if manifest.usesPlugins, !graph.hasLocalPackages { manifest.othersHavePlugins = dependenciesHavePlugins }
    return manifest
  }

  /// Whether a manifest among the checkouts of the dependencies has plugins, or can have them.
  private var dependenciesHavePlugins: Bool {
    let folder = (graph.folder.isEmpty ? "" : graph.folder + "/") + PackageDirectory.build
    // Packages of a registry are elsewhere.
    guard checkout.status(of: "\(folder)/registry") == nil,
      let dependencies = try? checkout.entries(of: "\(folder)/checkouts")
    else { return true }
    return dependencies.contains { dependency in
      let path = "\(folder)/checkouts/\(dependency.name)"
      guard let names = try? checkout.entries(of: path).map(\.name).filter(SourceName.isManifest), !names.isEmpty
      else { return true }
      return names.contains { name in
        (try? checkout.text(at: "\(path)/\(name)", limit: Self.largestFile)).map(RepositoryReads.namesPlugin) ?? true
      }
    }
  }
}

extension TestReach.Manifest {
  /// Adds what the text of a manifest names. All of it has to be named to be used.
  mutating func add(_ text: String, of path: String) {
    if let word = RepositoryReads.interface(in: text) { reads = reads ?? "\(path) has \(word)" }
    var words = SourceWords(text)
    while let word = words.next() {
      switch word {
      case "unsafeFlags": reads = reads ?? "\(path) has unsafeFlags"
      case "headerSearchPath": hasHeaderPaths = true
      case "plugins": usesPlugins = true
      default: break
      }
    }
  }
}
