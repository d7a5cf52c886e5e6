// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage

/// What a package's files say that it depends on, with those of the packages beside it that it depends on by path.
struct PackageSurvey {
  private static let largestFile = 1 << 20
  /// Of all packages together: a parser that is led astray takes its time for each.
  private static let mostManifests = 64

  private(set) var urls: [String] = []
  private(set) var pins: [ResolvedReader.Pin] = []
  private(set) var computed = 0

  /// - Parameters:
  ///   - root: a checkout. Nothing outside it is looked at.
  ///   - folder: the package's folder in it; empty for the root.
  init(_ root: FilePath, folder: String) {
    let files = ContainedDirectory(root)
    var waiting = [FilePath(folder)]
    var seen: Set<FilePath> = Set(waiting)
    var left = Self.mostManifests
    if let bytes = try? files.bytes(at: Self.name("Package.resolved", in: FilePath(folder)), limit: Self.largestFile) {
      pins = ResolvedReader().read(bytes)
    }
    while let package = waiting.popLast() {
      for manifest in Self.manifests(of: package, in: files).prefix(left) {
        left -= 1
        // One that is not there, or is no file, is SwiftPM's to complain about.
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

  /// `Package.swift` and those for certain versions of Swift.
  private static func manifests(of package: FilePath, in files: ContainedDirectory) -> [String] {
    // A folder that cannot be listed has no manifests for certain versions.
    let names = ((try? files.entries(of: package.string)) ?? []).map(\.name)
    let special = names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }.prefix(16)
    return (["Package.swift"] + special).map { name($0, in: package) }
  }

  private static func name(_ file: String, in package: FilePath) -> String {
    package.isEmpty ? file : package.appending(file).string
  }

  /// A folder as seen from the root; `nil` outside it.
  private static func place(_ path: String, from package: FilePath) -> FilePath? {
    let place = FilePath(path)
    guard !place.isAbsolute, !path.utf8.contains(0) else { return nil }
    let normal = package.appending(place.components).lexicallyNormalized()
    guard normal.components.first?.kind != .parentDirectory else { return nil }
    return normal.string == "." ? FilePath("") : normal
  }
}
