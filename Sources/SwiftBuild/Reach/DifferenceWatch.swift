// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import ReviewContract
import SystemPackage

/// Determines which of the files that differ on the merge the tests of the head run without opening.
final class DifferenceWatch: Sendable {
  private let watch: FileWatch
  private let paths: [String]
  /// The programs of the tests.
  private let tests: Set<String>
  /// The files and the products that tests opened; `nil` if that is not known.
  private let opened = Locked<Set<String>?>([])

  private static let products = "products: "

  /// Begins to watch; call it after the build, and after what else reads the checkout.
  ///
  /// - Parameters:
  ///   - differences: paths in the checkout, of which regular files are watched.
  ///   - hasOtherBuilds: whether tests are run from other folders of products as well.
  /// - Throws: `ContainedDirectory.Failure` if the files cannot be watched.
  init(_ package: PackageDirectory, _ graph: TargetGraph, differences: [String], hasOtherBuilds: Bool = false) throws {
    let checkout = package.checkout
    paths = differences.filter { checkout.status(of: $0)?.kind == .file }
    let products = try package.products
    let targets = Set(paths.flatMap { graph.owners(of: $0).map(\.layout) })
    let tests = products.files(suffix: Self.testSuffix).compactMap { $0.lastComponent?.string }
    self.tests = hasOtherBuilds ? [] : Set(tests.map { Self.products + $0 })
    let built = try Self.built(from: targets, in: products) + tests
    watch = try FileWatch([
      FileWatch.Group(paths, in: checkout), FileWatch.Group(built, in: products, prefix: Self.products),
    ])
  }

  /// Call it before a command of the tests.
  func commandBegins() {
    // Nothing that runs between the commands is known.
    add { $0 }
  }

  /// Call it after a command of the tests, with all of its processes. What SwiftPM opened before it started a test was not
  /// opened by one: it reads the only source of a program, to find its beginning.
  func commandEnded() {
    add { events in
      guard !tests.isEmpty else { return events }
      return Array(events.drop { !tests.contains($0) })
    }
  }

  private func add(_ ofTests: ([String]) -> [String]) {
    let events = try? watch.events()
    opened.withLock { opened in
      opened = events.flatMap { events in opened?.union(ofTests(events).filter { !tests.contains($0) }) }
    }
  }

  /// Returns the files that no test opened; none if that is not known, or if one opened what was built from them.
  func end() -> Set<String> {
    commandBegins()
    guard let opened = opened.withLock({ $0 }), !opened.contains(where: { $0.hasPrefix(Self.products) }) else {
      return []
    }
    return Set(paths).subtracting(opened)
  }

  private static let testSuffix = ".xctest"

  /// The programs and libraries of a build, other than the tests, and what is built from some targets alone: resources,
  /// objects and modules.
  private static func built(
    from targets: Set<PackageLayout.Target>, in products: ContainedDirectory
  ) throws -> [String] {
    let folders = Set(targets.map { "\($0.moduleName).build" })
    let modules = Set(targets.map(\.moduleName))
    let resources = targets.flatMap { ["_\($0.name).resources", "_\($0.name).bundle"] }
    var built: [String] = []
    try products.walk { path, stamp in
      let parts = path.split(separator: "/")
      let isOwn =
        folders.contains(String(parts[0])) || resources.contains { parts[0].hasSuffix($0) }
        || (parts.count == 2 && parts[0] == "Modules" && modules.contains(String(parts[1].prefix { $0 != "." })))
      switch stamp.kind {
      case .directory: return isOwn || path == "Modules" ? .enter : .next
      case .file:
        let isProgram = parts.count == 1 && (stamp.isExecutable || path.hasSuffix(".so")) && !path.hasSuffix(testSuffix)
        // SwiftPM writes and reads these; they have only the names of modules.
        let isModuleMap = parts.last == "module.modulemap"
        if (isOwn && !isModuleMap) || isProgram { built.append(path) }
        return .next
      default: return .next
      }
    }
    return built
  }
}
