// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Determines which changed sources of a package's targets the comparison, a rule or the coverage did not look at.
///
/// Each of these parts reports what it could not look at, whatever the file is. Whether that matters is decided here:
/// if the file is part of a target, and the configuration, which is the base's, neither excludes it nor calls it
/// generated.
package struct UncheckedSources: Sendable {
  package struct Result: Hashable, Sendable {
    /// The sources of targets.
    package internal(set) var sources: [UncheckedFile] = []
    /// Notes about other files.
    package internal(set) var notes: [String] = []
  }

  let changes: ChangeSet
  let layouts: [PackageLayout]
  /// The patterns of files that are not reviewed.
  let excluded: [Glob]
  /// Whether sources count that are no part of a target, because they are to be checked as well.
  let includesAllSources: Bool

  package init(changes: ChangeSet, layouts: [PackageLayout], excluded: [Glob], includesAllSources: Bool = false) {
    self.changes = changes
    self.layouts = layouts
    self.excluded = excluded
    self.includesAllSources = includesAllSources
  }

  /// - Parameters:
  ///   - rules: the files that a rule did not look at.
  ///   - coverage: the files whose coverage is unknown, because they could not be read.
  package func find(rules: [UncheckedFile], coverage: [String]) -> Result {
    let compared = changes.files.compactMap { file in
      file.uncheckedReason.map { UncheckedFile(path: file.path, reason: $0) }
    }
    let unmeasured = coverage.map {
      UncheckedFile(path: $0, reason: "its coverage is unknown, because it cannot be read or parsed")
    }
    let files = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    let scope = TargetFiles(layouts)
    var result = Result()
    for unchecked in compared + rules + unmeasured {
      guard !excluded.contains(where: { $0.matches(unchecked.path) }) else { continue }
      let isSource = includesAllSources && SourceName.isSource(unchecked.path)
      if isSource || scope.mayContain(unchecked.path, files[unchecked.path]) {
        result.sources.append(unchecked)
      } else if files[unchecked.path]?.kind != .submodule {
        result.notes.append("\(unchecked.path) was not checked: \(unchecked.reason)")
      }
    }
    return result
  }
}

/// The files that belong to targets: those that SwiftPM lists, those that it passed to the compiler, and every source
/// below the folder of a target.
struct TargetFiles: Sendable {
  private let folders: [String]
  private let files: Set<String>

  init(_ layouts: [PackageLayout]) {
    let targets = layouts.flatMap(\.targets)
    folders = Set(targets.map(\.path)).sorted()
    files = Set(targets.flatMap { $0.sources ?? [] } + layouts.flatMap { $0.compiled ?? [] })
  }

  /// - Parameter file: the changed file at the path.
  func mayContain(_ path: String, _ file: ChangedFile?) -> Bool {
    switch file?.kind {
    case .symbolicLink, .submodule:
      // There may be sources below it, or a target's folder.
      return isBelow(path) || folders.contains { $0 == path || $0.hasPrefix(path + "/") }
    case .regular, .executable, nil:
      guard SourceName.isSource(path) else { return false }
      return Self.isManifest(path) || files.contains(path) || isBelow(path)
    }
  }

  private func isBelow(_ path: String) -> Bool { folders.contains { $0.isEmpty || path.hasPrefix($0 + "/") } }

  /// A manifest is compiled as well.
  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
  }
}
