// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings

/// Reads the lists of sources that SwiftPM passes to Swift's compiler, from the folder of build products.
///
/// The code under review can write there: the lists can add to what is known from other places, and replace none of it.
struct CompiledSources {
  private static let suffix = ".build"
  private static let list = "sources"
  private static let largestList = 16 << 20
  private static let largestPlan = 256 << 20
  private static let maximumPaths = 200_000

  let package: PackageDirectory
  /// The repository's root in paths of the compiler.
  let insideRoot: String

  /// Returns the compiled files of the repository, relative to its root and ordered, without files in build folders.
  ///
  /// - Returns: `nil` if there are no lists.
  func read() -> [String]? {
    // Without products there was no build.
    guard let products = try? package.products, let entries = try? products.entries() else { return nil }
    let names = entries.filter { $0.status.kind == .directory && $0.name.hasSuffix(Self.suffix) }.map(\.name)
    // A folder of an earlier build that the current one no longer uses keeps its list.
    let plan = try? package.directory.bytes(at: "\(PackageDirectory.build)/debug.yaml", limit: Self.largestPlan)
    let current = plan.map { Self.folders(in: $0) }
    var found: Set<String> = []
    var isFound = false
    for name in names where current?.contains(name) ?? true {
      guard let text = try? products.text(at: "\(name)/\(Self.list)", limit: Self.largestList) else { continue }
      isFound = true
      for line in text.split(separator: "\n") where found.count < Self.maximumPaths {
        guard let path = String(relativePath: Self.unquoted(line), from: insideRoot) else { continue }
        if !path.split(separator: "/").contains(Substring(PackageDirectory.build)) { found.insert(path) }
      }
    }
    return isFound ? found.sorted() : nil
  }

  /// The names of the folders whose lists a plan names, as in `"@/…/debug/Shapes.build/sources"`. A plan has megabytes.
  static func folders(in plan: [UInt8]) -> Set<String> {
    let end = Array("/\(list)\"".utf8)
    var folders: Set<String> = []
    plan.withUnsafeBufferPointer { plan in
      for quote in plan.indices where plan[quote] == end[end.count - 1] && quote + 1 >= end.count {
        let slash = quote + 1 - end.count
        guard plan[slash...quote].elementsEqual(end) else { continue }
        let start = plan[..<slash].lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\"") }
        guard let start, plan[start] == UInt8(ascii: "/") else { continue }
        folders.insert(String(decoding: plan[(start + 1)..<slash], as: UTF8.self))
      }
    }
    return folders
  }

  /// Returns a path without the shell's quotes, which SwiftPM adds if it has spaces or other special characters.
  static func unquoted(_ line: Substring) -> String {
    guard line.hasPrefix("'"), line.hasSuffix("'"), line.utf8.count >= 2 else { return String(line) }
    return String(line.dropFirst().dropLast().replacing("'\\''", with: "'"))
  }
}
