// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import Linting
import ReviewContract
import Rules
import SystemPackage

/// Looks for changed sources that a package would compile and that no part of a review looks at.
///
/// An input chooses the entries of a tree. What is compiled is determined on disk, through the operating system, by
/// SwiftPM's rules: each file whose name ends with `.swift`, through all links, outside of hidden folders. Each version
/// of a file has a force unwrap, so that a rule that looked has a finding.
final class UncheckedSubject: FuzzSubject {
  let corpus: [[UInt8]]
  private let pullRequests: FuzzedPullRequest
  private let folder: FilePath
  private let linter: RuleLinter

  init(in folder: FilePath) throws {
    self.folder = folder
    pullRequests = try FuzzedPullRequest(in: folder, checksOutBase: true)
    linter = try RuleLinter(
      rules: BuiltInRules.all,
      settings: RuleSettings(rules: ["force_unwrapping": RuleSetting(isOn: true, severity: .error)]), width: 1,
      parseLimit: .seconds(1))
    corpus = (0..<64).map { seed in
      var random = RandomNumbers(seed: UInt64(seed))
      return (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
    try FileManager.default.createDirectory(
      atPath: folder.appending("outside").string, withIntermediateDirectories: true)
    try Data(Self.code(0).utf8).write(to: URL(fileURLWithPath: folder.appending("outside/Out.swift").string))
  }

  /// Returns code with a finding on its only line.
  static func code(_ number: Int) -> String { "func unwrap\(number)(_ x: Int?) -> Int { x! }\n" }
  /// The folder of the target.
  private static let target = "Sources/T"

  func look(at bytes: [UInt8]) async throws -> FuzzLook {
    var choices = TreeChoices(bytes, outside: folder.appending("outside").string)
    let base = choices.tree(objects: [:])
    let head = choices.tree(objects: base)
    let omitted = head.keys.filter(TreeChoices.isOmitted).filter { base[$0] != head[$0] }
    return try await pullRequests.check(head: try write(head), base: try write(base)) { workspace in
      await judge(workspace, omitted: omitted)
    }
  }

  private func judge(_ workspace: Workspace, omitted: [String]) async -> FuzzLook {
    let reviewed = await linter.findings(in: ReviewedChange(root: workspace.root, changes: workspace.changes))
    let layout = PackageLayout(name: "P", targets: [.init(name: "T", type: "library", path: Self.target)])
    let unchecked = UncheckedSources(changes: workspace.changes, layouts: [layout], excluded: [])
      .find(rules: reviewed.unchecked, coverage: [])
    let errors = Set(unchecked.sources.map(\.path))
    let looked = Set(reviewed.findings.filter { $0.rule == "force_unwrapping" && $0.isInChange }.map(\.path))
    let isKnown = { (path: String) in
      looked.contains(path) || errors.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    let before = CompiledFiles(root: workspace.baseRoot ?? workspace.root, below: Self.target)
    let after = CompiledFiles(root: workspace.root, below: Self.target)
    let changed = after.files.filter { before.files[$0.key] != $0.value }.keys.sorted()
    let missed = changed.first { !isKnown($0) }
    // Names that a checkout cannot have are in git's tree only.
    let lost = omitted.count > errors.count { $0.contains("\\") || $0.utf8.count > 200 } ? "an omitted source" : nil
    let kinds = Set(unchecked.sources.map { $0.reason.filter { !$0.isNumber } }).sorted().prefix(3)
    return .accepted(
      "\(min(looked.count, 3)) \(kinds)",
      problem: missed.map { "\($0) is compiled, and nothing looked at it" } ?? lost.map { "\($0) has no error" })
  }

  /// Writes a tree.
  ///
  /// - Returns: its id.
  private func write(_ files: [String: TreeChoices.Entry]) throws -> [UInt8] {
    var entries: [(order: [UInt8], entry: [UInt8])] = []
    var folders: [String: [String: TreeChoices.Entry]] = [:]
    for (path, entry) in files {
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 1 else {
        folders[parts[0], default: [:]][parts[1]] = entry
        continue
      }
      let name = TreeChoices.bytes(of: path)
      let id =
        entry.mode == "160000"
        ? [UInt8](repeating: 7, count: 20) : try pullRequests.objects.write("blob", entry.content)
      entries.append((name, Array("\(entry.mode) ".utf8) + name + [0] + id))
    }
    for (name, files) in folders where self.isFree(name, entries) {
      let bytes = TreeChoices.bytes(of: name)
      entries.append((bytes + [0x2f], Array("40000 ".utf8) + bytes + [0] + (try write(files))))
    }
    return try pullRequests.objects.write(
      "tree", entries.sorted { $0.order.lexicographicallyPrecedes($1.order) }.flatMap(\.entry))
  }

  private func isFree(_ name: String, _ entries: [(order: [UInt8], entry: [UInt8])]) -> Bool {
    let bytes = TreeChoices.bytes(of: name)
    return !entries.contains { $0.order == bytes }
  }
}

/// The files with a force unwrap that SwiftPM compiles for a target without exclusions, found on disk.
private struct CompiledFiles {
  /// The bytes by path, relative to the root.
  private(set) var files: [String: Data] = [:]

  init(root: FilePath, below folder: String) {
    visit(root.string, folder, below: [])
  }

  private mutating func visit(_ root: String, _ folder: String, below around: [String]) {
    guard let real = realpath("\(root)/\(folder)", nil) else { return }
    defer { free(real) }
    let place = String(cString: real)
    // A file that a circle leads to again has the name of another file of the module, which is an error.
    guard !around.contains(place) else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        visit(root, path, below: around + [place])
      } else if name.hasSuffix(".swift"), let data = FileManager.default.contents(atPath: "\(root)/\(path)"),
        data.range(of: Data("x!".utf8)) != nil
      {
        files[path] = data
      }
    }
  }
}
