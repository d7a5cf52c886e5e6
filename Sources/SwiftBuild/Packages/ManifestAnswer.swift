// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Findings
import Foundation
import ReviewContract
import SystemPackage

/// SwiftPM's description of a package, with a digest of what it depends on. Where the digest is the same, the package is
/// described without another evaluation of its manifest.
struct ManifestAnswer: Hashable, Codable, Sendable {
  /// A digest of ``ManifestInputs``.
  struct Key: Hashable, Codable, Sendable {
    let all: String
    /// Of the manifests alone.
    let manifests: String
    /// Whether a manifest can depend on variables, some of which differ between the stages.
    let readsVariables: Bool
  }

  let key: Key
  /// The output of `swift package describe --type json`.
  let description: String

  init(key: Key, description: String) {
    self.key = key
    self.description = description
  }

  /// - Parameter bytes: ``encoded()`` bytes; from a kept build.
  init?(_ bytes: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(ManifestAnswer.self, from: Data(bytes)) else { return nil }
    self = answer
  }

  func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

/// What SwiftPM's description of a package depends on: the toolchain, the texts of the manifests, and the paths of the
/// package's files, of which each target has some.
struct ManifestInputs: Sendable {
  /// Modules with which a manifest can read nothing.
  private static let modules: Set<String> = ["PackageDescription", "CompilerPluginSupport"]
  /// Names with which a manifest is not a function of its text and its environment: random numbers and the order of
  /// hashed values.
  private static let words: Set<String> = [
    "CommandLine", "readLine", "random", "randomElement", "shuffled", "shuffle", "hashValue", "Hasher",
    "Set", "Dictionary", "keys", "values",
  ]
  private static let largestManifest = 1 << 20

  let package: PackageDirectory
  let toolchain: Toolchain
  let context: SandboxedContext
  /// The variables that the configuration adds to the environment of all commands.
  let variables: [String: String]

  /// - Returns: `nil` if the description can depend on something else: a manifest that reads files, or a link among the
  ///   package's files.
  func key() -> ManifestAnswer.Key? {
    guard let paths = try? CheckoutFiles(checkout: package.checkout).paths(in: package.folder) else { return nil }
    let prefix = package.folder.isEmpty ? "" : package.folder + "/"
    let manifests = paths.filter { path in
      let name = path.dropFirst(prefix.count)
      return path.hasPrefix(prefix) && (name == "Package.swift" || name.hasPrefix("Package@swift-"))
    }
    var texts: [String] = []
    var parts = [toolchain.version, context.inside(package.checkout.path).string, package.folder]
    parts += variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var readsVariables = false
    for path in manifests.sorted() {
      guard let text = try? package.checkout.text(at: path, limit: Self.largestManifest), Self.isPure(text) else {
        return nil
      }
      readsVariables = readsVariables || Self.readsVariables(text)
      texts.append("\(path)\u{0}\(Fingerprint.name(of: text))")
    }
    if readsVariables { parts += context.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }
    // A review puts one there if the commit has none. No target has it.
    let files = paths.filter { $0 != prefix + KeptBuild.resolutionName }.sorted()
    let digest = { Fingerprint.name(of: ($0 as [String]).joined(separator: "\u{0}\u{0}")) }
    return ManifestAnswer.Key(
      all: digest(parts + texts + files), manifests: digest(texts), readsVariables: readsVariables)
  }

  /// Whether a manifest evaluates to the same package each time. A search for words, in comments as well: what is found
  /// counts.
  static func isPure(_ manifest: String) -> Bool {
    guard RepositoryReads.interface(in: manifest) == nil,
      RepositoryReads.imports(in: manifest).isSubset(of: modules)
    else { return false }
    var words = SourceWords(manifest)
    while let word = words.next() {
      if Self.words.contains(word) { return false }
      // The value of one variable; the order of all of them differs each time.
      if word == "Context", !words.isFollowed(by: ".environment[") { return false }
    }
    return true
  }

  private static func readsVariables(_ manifest: String) -> Bool {
    var words = SourceWords(manifest)
    while let word = words.next() {
      if word == "Context" { return true }
    }
    return false
  }
}

/// The manifests of a review that were evaluated, by the folders of their packages: of the build that the head starts
/// from, then of the head.
final class KnownManifests: Sendable {
  struct Known: Sendable {
    let answer: ManifestAnswer
    /// The `Package.resolved` that the resolution of the dependencies started from, or else wrote; `nil` without one.
    let resolution: [UInt8]?
  }

  private let known = Locked<[String: Known]>([:])

  subscript(folder: String) -> Known? {
    get { known.withLock { $0[folder] } }
    set { known.withLock { $0[folder] = newValue } }
  }
}
