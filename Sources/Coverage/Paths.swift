// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewContract
import SystemPackage

/// Distinguishes a measurement of other folders from one that merely lacks the files of a change.
struct PathCheck {
  let root: String
  /// From the root.
  let paths: [String]
  /// What to do when the paths cannot be right.
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

  /// The tests themselves are always measured; what SwiftPM checked out into `.build` is below the root and not ours.
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

/// The compiler writes resolved paths.
enum ResolvedDirectory {
  static func path(of folder: FilePath) throws(CoverageError) -> FilePath {
    guard let path = realpath(folder.string, nil) else {
      throw CoverageError(.pathMismatch, "the workspace \(folder) is gone")
    }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}

/// Finds the files of a repository under the names that reports have for them.
///
/// Names are absolute, as a compiler wrote them, or from the root. Belongs to one reading.
final class ReportPaths {
  /// How many names are kept of a report that has none of what is wanted.
  private static let maximumNames = 100_000

  /// The names of all files that the reports speak of, if they are to be kept.
  private(set) var names: [String] = []
  private let keepsNames: Bool
  /// Under what names the root is known.
  private let roots: [String]
  private let prefixes: [PathPrefix]
  /// From the root; `nil` for all Swift files.
  private let wanted: Set<String>?
  /// Hashes of the last components of what is wanted: most of a report's names are rejected by them, and never become
  /// strings.
  private let wantedNames: Set<UInt64>
  private let followsLinks: Bool
  private var resolvedDirectories: [String: String] = [:]

  /// - Parameters:
  ///   - roots: the names of the root, the resolved one first.
  ///   - followsLinks: whether the names are names on this machine, where links can be followed.
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

  /// The path from the root, if the file is wanted.
  func path(of name: JSONString) -> String? {
    if keepsNames, names.count < Self.maximumNames, let text = name.text { names.append(text) }
    if !name.hasEscapes, !mayBeWanted(name.raw) { return nil }
    guard let text = name.text, let path = path(of: text) else { return nil }
    guard let wanted else { return isSource(path) ? path : nil }
    return wanted.contains(path) ? path : nil
  }

  /// The path from the root, if it is below.
  func path(of name: String) -> String? {
    // The kernel would read it as another name.
    guard !name.utf8.contains(0) else { return nil }
    let name = prefixes.lazy.compactMap { $0.replaced(in: name) }.first ?? name
    guard name.hasPrefix("/") else {
      let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      return String(relativePath: "/" + path, from: "/")
    }
    for root in roots {
      if let path = String(relativePath: name, from: root) { return path }
    }
    guard followsLinks, let root = roots.first, let resolved = resolved(name) else { return nil }
    return String(relativePath: resolved, from: root)
  }

  /// The name with the links in its folder followed.
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

  /// What SwiftPM checked out or generated is below the root and not of the repository.
  private func isSource(_ path: String) -> Bool {
    path.hasSuffix(".swift") && !path.split(separator: "/").contains(".build")
  }

  /// FNV-1a of what is behind the last slash. Files with the same hash are distinguished by their whole name.
  private static func hashOfName(_ name: some BidirectionalCollection<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.reversed() {
      if byte == UInt8(ascii: "/") { break }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}
