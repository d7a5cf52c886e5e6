// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import ReviewContract
import SwiftParser
import SwiftSource
import SwiftSyntax
package import SystemPackage

/// The targets of a package according to the text of its manifest, which is not run.
///
/// This is for measurements that need no toolchain. What the text does not show, such as a computed name, follows
/// SwiftPM's conventions for directories. The dependencies of targets are unknown.
package struct ManifestLayout: Sendable {
  private static let largestManifest = 1 << 20
  /// The time for parsing. Usual manifests take milliseconds.
  private static let parseLimit = Duration.seconds(5)
  private static let maximumTargets = 2000

  /// The functions that declare targets, and the types of the targets.
  private static let types = [
    "target": "library", "executableTarget": "executable", "testTarget": "test", "macro": "macro", "plugin": "plugin",
  ]
  /// SwiftPM's predefined directories of code. Source: PackageBuilder.swift of SwiftPM.
  private static let sources = ["Sources", "Source", "src", "srcs"]
  /// Directories whose files are no code under test.
  private static let others = ["Tests": "test", "Plugins": "plugin", "Snippets": "snippet"]

  let checkout: ContainedDirectory

  package init(root: FilePath) {
    checkout = ContainedDirectory(root)
  }

  /// The targets of several packages together.
  ///
  /// - Parameter folders: relative to the root; without any, the root counts as a package.
  package func layout(of folders: [String]) -> PackageLayout {
    PackageLayout(name: "", targets: (folders.isEmpty ? [""] : folders).flatMap(targets))
  }

  private func targets(of folder: String) -> [PackageLayout.Target] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    guard
      let text = try? checkout.text(at: "\(prefix)Package.swift", limit: Self.largestManifest),
      let parsed = try? SourceFile(SourceText(path: "Package.swift", text: text), parseLimit: Self.parseLimit).parse()
    else {
      // Without a manifest, as in a project of Xcode, code can be in any directory.
      let hasManifest = checkout.status(of: "\(prefix)Package.swift") != nil
      let all = PackageLayout.Target(name: folder, type: "regular", path: folder)
      return conventional(prefix) + (hasManifest ? [] : [all])
    }
    var isComplete = true
    var found: [PackageLayout.Target] = []
    let declared = declarations(in: parsed, &isComplete)
    for declaration in declared {
      let path = declaration.path.map { Self.joined(prefix, $0) } ?? usualPath(of: declaration, among: declared, prefix)
      // Without a directory, this is the dependency of another target.
      guard let path else { continue }
      found.append(PackageLayout.Target(name: declaration.name, type: declaration.type, path: path))
    }
    return isComplete && !found.isEmpty ? found : conventional(prefix) + found
  }

  private struct Declaration {
    let name: String
    let type: String
    /// The argument `path:`.
    let path: String?
  }

  private func declarations(in file: ParsedFile, _ isComplete: inout Bool) -> [Declaration] {
    var found: [Declaration] = []
    for call in file.nodes(FunctionCallExprSyntax.self) where found.count < Self.maximumTargets {
      guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self), Self.isTarget(callee.base),
        let type = Self.types[callee.declName.baseName.text],
        let name = call.arguments.first(where: { $0.label?.text == "name" })
      else { continue }
      let path = call.arguments.first { $0.label?.text == "path" }
      guard let text = Self.literal(name.expression), path.map({ Self.literal($0.expression) != nil }) != false else {
        isComplete = false
        continue
      }
      found.append(Declaration(name: text, type: type, path: path.flatMap { Self.literal($0.expression) }))
    }
    return found
  }

  private static func isTarget(_ base: ExprSyntax?) -> Bool {
    base.map { $0.bareText == "Target" || $0.bareText == "PackageDescription.Target" } ?? true
  }

  private static func literal(_ expression: ExprSyntax) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The directory of a target without `path:`; `nil` if there is none.
  private func usualPath(of target: Declaration, among all: [Declaration], _ prefix: String) -> String? {
    let folders =
      switch target.type {
      case "test": ["Tests"] + Self.sources
      case "plugin": ["Plugins"]
      default: Self.sources
      }
    if let place = folders.first(where: { isDirectory("\(prefix)\($0)/\(target.name)") }) {
      return "\(prefix)\(place)/\(target.name)"
    }
    // The only target of its kind needs no directory of its own.
    let isAlone = Set(all.filter { ($0.type == "test") == (target.type == "test") }.map(\.name)).count == 1
    return isAlone ? folders.first { isDirectory(prefix + $0) }.map { prefix + $0 } : nil
  }

  private func isDirectory(_ path: String) -> Bool { checkout.status(of: path)?.kind == .directory }

  /// The directories of a package without a manifest that can be read, or with one whose text does not show all targets.
  private func conventional(_ prefix: String) -> [PackageLayout.Target] {
    // A directory that cannot be listed has no targets.
    let entries = (try? checkout.entries(of: String(prefix.dropLast()))) ?? []
    return entries.filter { $0.status.kind == .directory && !$0.name.hasPrefix(".") }.prefix(Self.maximumTargets).map {
      // Projects of Xcode have test folders such as `AppTests` and `AppUITests`.
      let type = Self.others[$0.name] ?? ($0.name.hasSuffix("Tests") ? "test" : "regular")
      return PackageLayout.Target(name: $0.name, type: type, path: prefix + $0.name)
    }
  }

  private static func joined(_ prefix: String, _ path: String) -> String {
    let path = FilePath(prefix + path).lexicallyNormalized().string
    return path == "." ? "" : path
  }
}
