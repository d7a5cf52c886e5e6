// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
  let omitted: OmittedFiles
  let layouts: [PackageLayout]
  /// The patterns of files that are not reviewed.
  let excluded: [Glob]

  package init(changes: ChangeSet, omitted: OmittedFiles, layouts: [PackageLayout], excluded: [Glob]) {
    self.changes = changes
    self.omitted = omitted
    self.layouts = layouts
    self.excluded = excluded
  }

  /// - Parameters:
  ///   - rules: the files that a rule did not look at.
  ///   - coverage: the files whose coverage is unknown, because they could not be read.
  package func find(rules: [UncheckedFile], coverage: [String]) -> Result {
    let compared = changes.files.compactMap { file in
      file.uncheckedReason.map { UncheckedFile(path: file.path, reason: $0) }
    }
    let missing = omitted.named.filter { $0.isInChange && $0.isSource }.map { file in
      UncheckedFile(path: file.path, reason: "\(file.reason.words), so the file is not in the checkout")
    }
    let unmeasured = coverage.map {
      UncheckedFile(path: $0, reason: "its coverage is unknown, because it cannot be read or parsed")
    }
    let files = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    let scope = TargetFiles(layouts)
    var result = Result()
    for unchecked in compared + missing + rules + unmeasured {
      guard !excluded.contains(where: { $0.matches(unchecked.path) }) else { continue }
      if scope.mayContain(unchecked.path, files[unchecked.path]) {
        result.sources.append(unchecked)
      } else if files[unchecked.path]?.kind != .submodule, !missing.contains(unchecked) {
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

  /// - Parameter file: the changed file; `nil` for one that the checkout omits.
  func mayContain(_ path: String, _ file: ChangedFile?) -> Bool {
    switch file?.kind {
    case .symbolicLink, .submodule:
      // There may be sources below it, or a target's folder.
      return isBelow(path) || folders.contains { $0 == path || $0.hasPrefix(path + "/") }
    case .regular, .executable, nil:
      guard SourceName.isSource(path) || file == nil else { return false }
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
