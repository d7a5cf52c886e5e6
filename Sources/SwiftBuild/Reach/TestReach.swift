// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Determines the test targets with an input among some paths. A pure function of what is known about the package.
///
/// The inputs of a test target are the files of its closure: of the target and of its dependencies. What cannot be
/// known counts as an input, so that a target without one has the same inputs in both trees. The page
/// `Documentation/reached-tests.md` lists each case.
struct TestReach: Sendable {
  /// What the sources of a target say about its inputs.
  struct Contents: Hashable, Sendable {
    /// Why a target can read any file of the repository, such as `Tests/A/ATests.swift has FileManager`; `nil` if it
    /// cannot.
    var reads: String?
    /// Why a target can read files that it does not open, such as `Tests/A/ATests.swift has Process`: a program that was
    /// built from them. `nil` if it cannot.
    var startsPrograms: String?
    /// Why the files of a target are not known, such as a symbolic link in its folder; `nil` if they are.
    var unknownFiles: String?
    /// The imported modules.
    var imports: Set<String> = []
  }

  /// What the text of a manifest says that SwiftPM does not show.
  struct Manifest: Hashable, Sendable {
    /// Why all targets can read any file; `nil` if they cannot.
    var reads: String?
    /// Whether targets use plugins, which can be products of other packages.
    var usesPlugins = false
    /// Whether a dependency can have plugins.
    var othersHavePlugins = true
    /// Whether targets of C have search paths for headers.
    var hasHeaderPaths = false
  }

  let graph: TargetGraph
  /// By the names of the targets; a target without an entry was not searched, and counts as a reader.
  let contents: [String: Contents]
  let manifest: Manifest

  /// Returns the reason to run each test target that a path reaches, by its name. The others are not reached.
  ///
  /// - Parameters:
  ///   - paths: relative to the repository's root.
  ///   - unread: those whose contents alone differ, and that all tests ran without opening.
  func reasons(for paths: [String], unread: Set<String> = []) -> [String: String] {
    guard let first = paths.first else { return [:] }
    let read = paths.first { !unread.contains($0) }
    if let reason = wholeReason(for: paths) { return all(reason) }
    let imports = imports
    let changed = Dictionary(
      paths.flatMap { path in graph.owners(of: path).map { ($0.name, path) } }
    ) { first, _ in first }
    var reasons: [String: String] = [:]
    for test in graph.tests {
      let closure = graph.closure(of: test, imports: imports)
      if let path = closure.lazy.compactMap({ changed[$0.name] }).first {
        reasons[test.name] = "\(path) differs"
      } else if let reader = unknownInputs(of: closure, isUnread: read == nil) {
        reasons[test.name] = "\(reader), and \(read ?? first) differs"
      }
    }
    return reasons
  }

  /// The modules of the test targets that a path reaches.
  func modules(reachedBy paths: [String]) -> Set<String> {
    let reasons = reasons(for: paths)
    return Set(graph.tests.filter { reasons[$0.name] != nil }.map(\.layout.moduleName))
  }

  /// Why a build can depend on documents, which are outside of the folders of all targets; `nil` if none can. What the
  /// tests of the package read is another matter.
  var buildObstacle: String? {
    if let reason = wholeReason(for: []) { return reason }
    if graph.hasLocalPackages { return "the package depends on another package of the repository" }
    let hasPlugins = graph.targets.contains { $0.layout.type == "plugin" }
    if manifest.usesPlugins, hasPlugins || manifest.othersHavePlugins { return "targets use plugins" }
    // A plugin that no target uses is not part of a build.
    for target in graph.targets where target.layout.type != "plugin" {
      let name = "target \(target.name)"
      if let reason = unknownBuildInputs(of: target) { return reason }
      // A build can read a document through a link.
      if let reason = contents[target.name]?.unknownFiles { return reason }
      // Any other folder is named by a manifest, or has a name that no document is in.
      if target.layout.path == graph.folder { return "documents can be in the folder of \(name)" }
      // The compiler reads headers, and a macro runs while its users are compiled.
      guard target.isClang || target.layout.type == "macro" else { continue }
      guard let contents = contents[target.name] else { return "\(name) was not searched" }
      if let reads = contents.reads { return reads }
    }
    return nil
  }

  /// Returns the reason to run all test targets.
  private func wholeReason(for paths: [String]) -> String? {
    if let reads = manifest.reads { return reads }
    if graph.targets.contains(where: { $0.layout.dependencies == nil }) { return "the targets are not known" }
    // Two modules of the same name cannot be told apart.
    if Set(graph.targets.map(\.name)).count < graph.targets.count { return "two targets have the same name" }
    return paths.first(where: isOutside).map { "\($0) differs, which belongs to no target" }
  }

  /// Whether any target can read a file: a manifest, or a file of no target that is not plainly a document.
  private func isOutside(_ path: String) -> Bool {
    let prefix = graph.folder.isEmpty ? "" : graph.folder + "/"
    if path.hasPrefix(prefix), !path.dropFirst(prefix.utf8.count).contains("/"), Self.isManifest(path) { return true }
    let owners = graph.owners(of: path)
    // The folder of a target can be the whole package, where only its sources are certainly its own.
    let own = owners.contains { $0.layout.path != graph.folder || $0.layout.sources?.contains(path) == true }
    return !own && !DocumentName.matches(path)
  }

  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return SourceName.isManifest(path) || ["Package.resolved", ".swift-version"].contains(name)
  }

  /// Why the inputs of a closure are not only its files; `nil` if they are.
  ///
  /// - Parameter isUnread: whether the tests ran without opening a file that differs.
  private func unknownInputs(of closure: [TargetGraph.Target], isUnread: Bool) -> String? {
    for target in closure {
      let name = "target \(target.name)"
      if let reason = unknownBuildInputs(of: target) { return reason }
      if target.usesProducts, graph.hasLocalPackages { return "\(name) can use another package of the repository" }
      guard let contents = contents[target.name] else { return "\(name) was not searched" }
      if let reason = contents.unknownFiles { return reason }
      // The compiler of C reads headers, and a macro runs while its users are compiled: before the tests.
      let isBuiltWithFiles = target.isClang || ["macro", "system-target"].contains(target.layout.type)
      if let reads = isUnread && !isBuiltWithFiles ? contents.startsPrograms : contents.reads { return reads }
    }
    return nil
  }

  /// Why the build of a target can read more than the target's files; `nil` if it cannot.
  private func unknownBuildInputs(of target: TargetGraph.Target) -> String? {
    let name = "target \(target.name)"
    if target.layout.type == "plugin" { return "\(name) is a plugin" }
    if target.usesProducts, manifest.usesPlugins, manifest.othersHavePlugins {
      return "\(name) can use a plugin of another package"
    }
    if target.isClang, manifest.hasHeaderPaths { return "\(name) can have search paths for headers" }
    return target.outsideResource.map { "\($0) is a resource of \(name)" }
  }

  /// The targets that each target imports, by name.
  private var imports: [String: Set<String>] {
    let modules = Dictionary(graph.targets.map { ($0.layout.moduleName, $0.name) }) { first, _ in first }
    return contents.mapValues { Set($0.imports.compactMap { modules[$0] }) }
  }

  private func all(_ reason: String) -> [String: String] {
    Dictionary(graph.tests.map { ($0.name, reason) }) { first, _ in first }
  }
}
