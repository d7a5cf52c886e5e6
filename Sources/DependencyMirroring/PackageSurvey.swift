// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import SwiftParser
import SwiftSource
import SwiftSyntax
import SystemPackage

/// The declared dependencies of a package, with those of the packages in the same checkout that it depends on by path.
struct PackageSurvey {
  private static let largestFile = 1 << 20
  /// In all packages together, because each may take the parser up to its time limit.
  private static let mostManifests = 64

  private(set) var urls: [String] = []
  private(set) var pins: [ResolvedReader.Pin] = []
  private(set) var computed = 0

  /// - Parameters:
  ///   - root: a checkout. Nothing outside of it is read.
  ///   - folder: the package's folder in it; empty for the root.
  init(_ root: FilePath, folder: String) {
    let files = ContainedDirectory(root)
    var waiting = [FilePath(folder)]
    var seen: Set<FilePath> = Set(waiting)
    var remaining = Self.mostManifests
    if let bytes = try? files.bytes(at: Self.name("Package.resolved", in: FilePath(folder)), limit: Self.largestFile) {
      pins = ResolvedReader().read(bytes)
    }
    while let package = waiting.popLast() {
      for manifest in Self.manifests(of: package, in: files).prefix(remaining) {
        remaining -= 1
        // SwiftPM reports a manifest that is missing or not a regular file.
        guard let text = try? files.text(at: manifest, limit: Self.largestFile) else { continue }
        let found = ManifestReader().read(text)
        urls += found.urls
        computed += found.computed
        for path in found.paths {
          guard let place = Self.place(path, from: package), seen.insert(place).inserted else { continue }
          waiting.append(place)
        }
      }
    }
  }

  /// Returns `Package.swift` and the manifests for certain versions of Swift.
  private static func manifests(of package: FilePath, in files: ContainedDirectory) -> [String] {
    // A folder that cannot be listed has no manifests for certain versions.
    let names = ((try? files.entries(of: package.string)) ?? []).map(\.name)
    let special = names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }.prefix(16)
    return (["Package.swift"] + special).map { name($0, in: package) }
  }

  private static func name(_ file: String, in package: FilePath) -> String {
    package.isEmpty ? file : package.appending(file).string
  }

  /// Returns a folder relative to the root; `nil` outside of it.
  private static func place(_ path: String, from package: FilePath) -> FilePath? {
    let place = FilePath(path)
    guard !place.isAbsolute, !path.utf8.contains(0) else { return nil }
    let normal = package.appending(place.components).lexicallyNormalized()
    guard normal.components.first?.kind != .parentDirectory else { return nil }
    return normal.string == "." ? FilePath("") : normal
  }
}

/// Finds the dependencies in the text of a `Package.swift`, without running it.
struct ManifestReader {
  /// The arguments of `.package(…)`.
  struct Found: Hashable {
    /// `url:`, as text.
    var urls: [String] = []
    /// `path:`, as text.
    var paths: [String] = []
    /// The number of computed arguments, whose values are known only after running the manifest.
    var computed = 0
  }

  /// A usual manifest is parsed in milliseconds.
  private static let parseLimit = Duration.seconds(5)
  private static let most = 500

  /// - Returns: an empty result for an invalid manifest, whose defects SwiftPM reports.
  func read(_ text: String) -> Found {
    let file = SourceFile(SourceText(path: "Package.swift", text: text), parseLimit: Self.parseLimit)
    guard let parsed = try? file.parse() else { return Found() }
    var found = Found()
    for call in parsed.nodes(FunctionCallExprSyntax.self).prefix(Self.most * 10) {
      guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
        callee.declName.baseName.text == "package"
      else { continue }
      for argument in call.arguments {
        switch argument.label?.text {
        case "url": Self.add(argument.expression, to: &found.urls, computed: &found.computed)
        case "path": Self.add(argument.expression, to: &found.paths, computed: &found.computed)
        default: break
        }
      }
      if found.urls.count + found.paths.count >= Self.most { break }
    }
    return found
  }

  private static func add(_ expression: ExprSyntax, to texts: inout [String], computed: inout Int) {
    if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      texts.append(text)
    } else {
      computed += 1
    }
  }
}

/// Reads `Package.resolved`, in each of its formats (1 to 3), ignoring invalid parts.
struct ResolvedReader {
  struct Pin: Hashable {
    let url: String
    let revision: CommitID?
  }

  private static let most = 1000

  /// - Returns: no pins for an invalid file, whose defects SwiftPM reports.
  func read(_ bytes: [UInt8]) -> [Pin] {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return [] }
    let entries = (file.pins ?? []) + (file.object?.pins ?? [])
    return entries.prefix(Self.most).compactMap { entry in
      guard let pin = entry.value, let url = pin.location ?? pin.repositoryURL else { return nil }
      // A local folder, or a package of a registry.
      if let kind = pin.kind, kind != "remoteSourceControl" { return nil }
      return Pin(url: url, revision: pin.state?.revision.flatMap { CommitID($0) })
    }
  }

  private struct File: Decodable {
    let object: Object?
    let pins: [Lenient<Entry>]?
  }

  /// Format 1 has an additional level.
  private struct Object: Decodable {
    let pins: [Lenient<Entry>]?
  }

  private struct Entry: Decodable {
    let kind: String?
    let location: String?
    let repositoryURL: String?
    let state: State?
  }

  private struct State: Decodable {
    let revision: String?
  }

  /// Skips an invalid element, so that the rest is still read.
  private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
      value = try? Value(from: decoder)
    }
  }
}
