// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import Isolation
package import ReviewContract
package import SystemPackage

/// What SwiftPM says about a package.
struct DescribedPackage: Sendable {
  /// SwiftPM's output, a JSON document.
  let text: String
  let layout: PackageLayout
  let graph: TargetGraph
  /// Whether the package has dependencies.
  let dependsOnOthers: Bool

  /// Whether it has tests, and is built without a resolution of dependencies.
  var isBuiltAlone: Bool { layout.declaresTests && !dependsOnOthers }
}

/// Describes a package and resolves its dependencies with SwiftPM. This runs the package's manifest, which is code of the
/// pull request.
struct PackageDescriber: Sendable {
  let toolchain: Toolchain
  let context: SandboxedContext
  let timeLimit: Duration

  /// Describes a package.
  ///
  /// - Parameter isForTests: whether to evaluate the manifest as SwiftPM does for the tests, so that it has the answer when
  ///   it runs them: it compiles manifests again, on one processor, with other variables or with `--verbose`. This is in a
  ///   build folder of its own, because SwiftPM locks the other one, and can run beside another command.
  func describe(
    _ package: FilePath, from root: FilePath, isForTests: Bool = false
  ) async throws(StageFailure) -> DescribedPackage {
    let folder = "\(SandboxedContext.temporary)/manifest"
    let scratch = context.inside(context.directory.path.pushing(FilePath(folder)))
    defer { if isForTests { try? context.directory.remove(folder) } }
    let options = isForTests ? ["--verbose", "--scratch-path", scratch.string] : []
    let lines = LineCollector()
    let result: ChildResult
    do {
      result = try await context.run(
        toolchain.swift, ["package"] + options + ["describe", "--type", "json"], at: package, in: .describe,
        limits: ChildLimits(time: timeLimit, lineBytes: 1 << 20), variablesOf: isForTests ? .test : .describe
      ) { lines.append($0) }
    } catch {
      throw StageFailure(reason: "\(error)")
    }
    let failed = "Package.swift cannot be read (swift package describe failed)"
    if let failure = StageFailure(result, of: "reading Package.swift", failed: failed) { throw failure }
    // SwiftPM may print other lines first.
    let text = lines.output
    guard let start = text.firstIndex(of: "{"),
      let described = Self.described(String(text[start...]), in: Self.folder(of: package, from: root))
    else {
      throw StageFailure(reason: "cannot parse the output of swift package describe", tail: result.tail)
    }
    return described
  }

  private static func folder(of package: FilePath, from root: FilePath) -> String {
    String(relativePath: package.string, from: root.string) ?? ""
  }

  /// - Parameters:
  ///   - text: the output of `swift package describe --type json`.
  ///   - folder: the folder of the package in the repository.
  /// - Returns: `nil` if the output cannot be parsed.
  static func described(_ text: String, in folder: String) -> DescribedPackage? {
    guard let description = try? JSONDecoder().decode(Description.self, from: Data(text.utf8)) else { return nil }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let targets = description.targets.map { target in
      // The folder of a target can be that of the package.
      let folder = FilePath(prefix + target.path).lexicallyNormalized().string
      let path = folder == "." ? "" : folder
      let layout = PackageLayout.Target(
        name: target.name, type: target.type, path: path, dependencies: target.dependencies ?? [],
        sources: (target.sources ?? []).map { path.isEmpty ? $0 : "\(path)/\($0)" })
      let inside = FilePath(description.path).pushing(FilePath(target.path)).lexicallyNormalized().string + "/"
      return TargetGraph.Target(
        layout: layout, usesProducts: target.products?.isEmpty == false, isClang: target.language == "ClangTarget",
        outsideResource: target.resources?.map(\.path).first { !$0.hasPrefix(inside) })
    }
    let dependencies = description.dependencies ?? []
    return DescribedPackage(
      text: text, layout: PackageLayout(name: description.name, targets: targets.map(\.layout)),
      graph: TargetGraph(
        folder: folder, targets: targets, hasLocalPackages: dependencies.contains { $0.type == "fileSystem" }),
      dependsOnOthers: !dependencies.isEmpty)
  }

  /// Resolves the dependencies of a package: the only step with network access, whose timeout depends on the servers.
  func resolve(
    _ package: FilePath, progress: @escaping ProgressHandler
  ) async throws(StageFailure) {
    let result: ChildResult
    do {
      try context.resolution.prepare()
      result = try await context.run(
        toolchain.swift, ["package", "resolve"], at: package, in: .resolve, limits: ChildLimits(time: timeLimit)
      ) { progress(.output(line: $0.text)) }
    } catch {
      throw StageFailure(reason: "\(error)")
    }
    let failed = "the dependencies cannot be resolved (swift package resolve failed)"
    if let failure = StageFailure(result, of: "resolving the dependencies", failed: failed) {
      throw failure
    }
  }
}

private struct Description: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String
    /// Missing when there are none.
    let dependencies: [String]?
    /// Relative to the path.
    let sources: [String]?
    /// The names of products of other packages; missing when there are none.
    let products: [String]?
    /// `SwiftTarget`, `ClangTarget` and others.
    let language: String?
    let resources: [Resource]?

    private enum CodingKeys: String, CodingKey {
      case name, type, path, sources, resources
      case dependencies = "target_dependencies"
      case products = "product_dependencies"
      case language = "module_type"
    }
  }

  struct Resource: Decodable {
    /// Absolute.
    let path: String
  }

  struct Dependency: Decodable {
    /// `fileSystem`, `sourceControl` or `registry`.
    let type: String?
  }

  let name: String
  /// Absolute.
  let path: String
  let targets: [Target]
  let dependencies: [Dependency]?
}

/// The layout of a package, and the contents of its build folder.
package struct InspectedPackage: Hashable, Sendable {
  package let layout: PackageLayout
  /// The folder of `llvm-cov` and `llvm-profdata` that belong to the compiler.
  package let tools: FilePath
  /// The test bundles of the last build.
  package let testPrograms: [FilePath]
}

/// Describes a package with SwiftPM without building it, and inspects its build folder.
package struct PackageInspector: Sendable {
  /// Reading a manifest includes compiling it.
  static let timeLimit = Duration.seconds(120)

  let environment: [String: String]
  let gitConfiguration: String
  let sandbox: any Sandbox

  /// - Parameters:
  ///   - package: the folder with `Package.swift`, whose code is run.
  ///   - root: the folder to which paths of targets are relative.
  ///   - scratch: an empty folder for temporary files.
  /// - Throws: an error with a one-sentence reason.
  package func inspect(_ package: FilePath, from root: FilePath, scratch: FilePath) async throws -> InspectedPackage {
    let toolchain = try await Toolchain.find(
      environment: SandboxedEnvironment.inherited(from: environment), temporary: FilePath(scratch.string + ".toolchain")
    )
    let request = TestRequest(
      side: .head, package: package, repositoryRoot: root, results: scratch, arguments: [], buildLimit: Self.timeLimit,
      testLimit: Self.timeLimit)
    let context = try SandboxedContext(
      request, environment: environment, gitConfiguration: gitConfiguration, toolchain: toolchain, sandbox: sandbox)
    let describer = PackageDescriber(toolchain: toolchain, context: context, timeLimit: Self.timeLimit)
    return InspectedPackage(
      layout: try await describer.describe(package, from: root).layout, tools: toolchain.tools,
      testPrograms: PackageDirectory(package, in: root).testPrograms)
  }
}
