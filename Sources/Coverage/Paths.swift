// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText
import ReviewContract
import SystemPackage

/// Distinguishes a measurement of other folders from one without the files of a change.
struct PathCheck {
  let root: String
  /// Relative to the root.
  let paths: [String]
  /// The remedy for a mismatch of the paths.
  var remedy = "build in the reviewed folder; remove a build folder that was created elsewhere"

  /// - Parameter measured: the absolute paths of every measured file.
  /// - Throws: ``CoverageError`` with `pathMismatch` when the program was built from another folder.
  func check(_ measured: [String]) throws(CoverageError) {
    guard let wanted = paths.first, !measured.contains(where: isOurs) else { return }
    let foreign = measured.filter { String(relativePath: $0, from: root) == nil }
    for path in paths {
      if let other = foreign.first(where: { $0.hasSuffix("/" + path) }) { throw mismatch(path, other) }
    }
    if let other = foreign.first { throw mismatch(wanted, other) }
  }

  /// Returns whether a file belongs to the repository. The tests are always measured; SwiftPM's checkouts in `.build`
  /// are below the root, but do not belong to the repository.
  private func isOurs(_ path: String) -> Bool {
    guard let path = String(relativePath: path, from: root) else { return false }
    return !path.split(separator: "/").contains(".build")
  }

  private func mismatch(_ wanted: String, _ other: String) -> CoverageError {
    CoverageError(
      .pathMismatch,
      "no changed file is in the coverage: it covers \(HostileText(other).line(limit: 300)), and the change has \(root)/\(wanted)",
      remedy: remedy)
  }
}

/// Resolves links in a folder's path, because the compiler writes resolved paths.
enum ResolvedDirectory {
  static func path(of folder: FilePath) throws(CoverageError) -> FilePath {
    guard let path = realpath(folder.string, nil) else {
      throw CoverageError(.pathMismatch, "the workspace \(folder) does not exist")
    }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}

/// The name of a file in a report, in the notation of this system.
///
/// Compilers of Windows write `D:\a\shapes\Circle.swift`, and other programs turn the separators.
struct ReportName {
  /// The name with slashes as separators.
  let text: String

  init(_ name: String) {
    // Elsewhere a backslash is a part of a name.
    let usesBackslashes = WindowsPath.isAbsolute(name) || name.contains("\\") && !name.contains("/")
    text = usesBackslashes ? name.replacing("\\", with: "/") : name
  }

  /// Whether the name is not relative to a folder, on this or another system.
  var isAbsolute: Bool { text.hasPrefix("/") || WindowsPath.isAbsolute(text) }
}

/// Finds the files of a repository by their names in reports.
///
/// Names are absolute, as written by a compiler, or relative to the root. An instance is used for one reading.
final class ReportPaths {
  /// The maximum number of names that are kept of a report.
  private static let maximumNames = 100_000

  /// The number of files in the reports, wanted or not.
  private(set) var count = 0
  /// The names of all files in the reports, if they are kept.
  private(set) var names: [String] = []
  private let keepsNames: Bool
  /// The names of the root.
  private let roots: [String]
  private let prefixes: [PathPrefix]
  /// The wanted files, relative to the root; `nil` for all Swift files.
  private let wanted: Set<String>?
  /// Hashes of the last components of wanted paths: most of a report's names are rejected by them, and never become
  /// strings.
  private let wantedNames: Set<UInt64>
  private let followsLinks: Bool
  private var resolvedDirectories: [String: String] = [:]

  /// - Parameters:
  ///   - roots: the names of the root, the resolved one first.
  ///   - followsLinks: whether the names are local paths, whose links can be followed.
  init(
    roots: [String], prefixes: [PathPrefix] = [], wanted: [String]?, followsLinks: Bool = false,
    keepsNames: Bool = false
  ) {
    self.keepsNames = keepsNames
    self.roots = roots
    self.prefixes = prefixes
    self.wanted = wanted.map { Set($0) }
    wantedNames = Set((wanted ?? []).map { Self.hashOfName(Array($0.utf8)) })
    self.followsLinks = followsLinks
  }

  /// Returns the path relative to the root if the file is wanted.
  func path(of name: JSONString) -> String? {
    count += 1
    if keepsNames, names.count < Self.maximumNames, let text = name.text { names.append(text) }
    if !name.hasEscapes, !mayBeWanted(name.raw) { return nil }
    guard let text = name.text, let path = path(of: text) else { return nil }
    guard let wanted else { return isSource(path) ? path : nil }
    return wanted.contains(path) ? path : nil
  }

  /// Returns the path relative to the root if it is below the root.
  func path(of name: String) -> String? {
    // The kernel would truncate the name at the null byte.
    guard !name.utf8.contains(0) else { return nil }
    let replaced = prefixes.lazy.compactMap { $0.replaced(in: name) }.first ?? name
    let reported = ReportName(replaced)
    // A file of this system can have a backslash in its name.
    let name = wanted?.contains(replaced) == true ? replaced : reported.text
    guard name.hasPrefix("/") else {
      // Of another system, and not below a known folder.
      if reported.isAbsolute { return nil }
      let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      return String(relativePath: "/" + path, from: "/")
    }
    for root in roots {
      if let path = String(relativePath: name, from: root) { return path }
    }
    guard followsLinks, let root = roots.first, let resolved = resolved(name) else { return nil }
    return String(relativePath: resolved, from: root)
  }

  /// Returns the name with the links in its folder resolved.
  private func resolved(_ name: String) -> String? {
    let path = name[...]
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = String(path[..<slash])
    let known = resolvedDirectories[folder]
    let real =
      known ?? realpath(folder.isEmpty ? "/" : folder, nil).map { found in
        defer { free(found) }
        return String(cString: found)
      } ?? ""
    resolvedDirectories[folder] = real
    return real.isEmpty ? nil : (real == "/" ? "" : real) + path[slash...]
  }

  private func mayBeWanted(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    wanted == nil ? name.suffix(6).elementsEqual(".swift".utf8) : wantedNames.contains(Self.hashOfName(name))
  }

  /// Returns whether a file belongs to the repository: SwiftPM's checkouts and generated files are below the root, but
  /// do not.
  private func isSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") && !path.split(separator: "/").contains(".build")
  }

  /// Returns the FNV-1a hash of the last component, of either notation. Files with the same hash are distinguished by
  /// their whole name.
  private static func hashOfName(_ name: some BidirectionalCollection<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.reversed() {
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { break }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}
