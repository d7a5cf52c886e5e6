// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Isolation
import ReviewContract
import SystemPackage

/// The result of one run of `swift build`.
struct BuildExecution: Sendable {
  let result: ChildResult
  let diagnostics: [BuildDiagnostic]

  var outcome: TestRun.Outcome {
    if case .timedOut = result.ending { return .timedOut }
    return result.ending.shortage == nil ? .buildFailed : .couldNotRun
  }

  var reason: String {
    switch result.ending {
    case .exited(0): ""
    case .exited(let status):
      if let error = diagnostics.first(where: { $0.severity == .error }) {
        "the build failed: \(error.path):\(error.line): \(error.message)"
      } else {
        "the build failed with status \(status)"
      }
    case .signalled(let signal): "the build was ended by signal \(signal)"
    case .timedOut(let limit): "the build took longer than \(String(duration: limit))"
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
      "the build \(result.ending.excess ?? "")"
    case .diskFull: "the build was ended, because \(result.ending.shortage ?? "")"
    case .cancelled: "the build was cancelled"
    }
  }

  var stage: (Stage.Status, String?) {
    result.isSuccess ? (.done, nil) : (.failed, reason)
  }
}

/// A stage that ended the run of a package.
struct StageFailure: Error, CustomStringConvertible {
  let reason: String
  /// The end of the output.
  var tail: [String] = []
  var outcome = TestRun.Outcome.buildFailed

  var description: String { reason }
}

extension StageFailure {
  /// The reason why a command of SwiftPM did not succeed; `nil` when it did.
  ///
  /// - Parameters:
  ///   - work: the purpose of the command, as in `WORK took longer than 90 s`.
  ///   - failed: the reason when only the exit status is known.
  init?(_ result: ChildResult, of work: String, failed: String) {
    if result.isSuccess { return nil }
    if case .timedOut(let limit) = result.ending {
      let reason = "\(work) took longer than \(String(duration: limit))"
      self.init(reason: reason, tail: result.tail, outcome: .timedOut)
    } else if let shortage = result.ending.shortage {
      self.init(reason: "\(work) was ended, because \(shortage)", tail: result.tail, outcome: .couldNotRun)
    } else {
      self.init(reason: result.ending.excess.map { "\(work) \($0)" } ?? failed, tail: result.tail)
    }
  }
}

/// A package in a checkout, with SwiftPM's output in it.
///
/// Every path is resolved from the open checkout each time, because the package's own code can replace any directory
/// with a link: SwiftPM's `.build/debug` is one itself, and is followed as long as it stays in the checkout.
struct PackageDirectory: Sendable {
  /// The name of SwiftPM's build directory.
  static let build = SourceManifest.buildDirectory

  let checkout: ContainedDirectory
  /// Relative to the checkout's root; empty for the root itself.
  let folder: String
  private var configuration = TestBuild.Configuration.debug

  /// - Parameters:
  ///   - package: the folder with `Package.swift`, in the root.
  ///   - root: the root of the checkout; untrusted code must not be able to replace it.
  init(_ package: FilePath, in root: FilePath) {
    checkout = ContainedDirectory(root)
    folder = String(relativePath: package.string, from: root.string) ?? ""
  }

  /// Returns the same package with the products of another configuration.
  func with(_ configuration: TestBuild.Configuration) -> PackageDirectory {
    var package = self
    package.configuration = configuration
    return package
  }

  /// Returns a path below the folder, relative to the checkout's root.
  func path(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The folder with `Package.swift`, opened at each access.
  var directory: ContainedDirectory {
    get throws(ContainedDirectory.Failure) { try checkout.subdirectory(folder, links: .followedBelow) }
  }

  /// The directory of the build products, opened at each access.
  var products: ContainedDirectory {
    get throws(ContainedDirectory.Failure) {
      try checkout.subdirectory(path("\(Self.build)/\(configuration.rawValue)"), links: .followedBelow)
    }
  }

  /// The test bundles, which contain the tests and the code under test.
  var testPrograms: [FilePath] {
    // A missing folder has no files: the build failed earlier.
    guard let products = try? products else { return [] }
    return products.files(suffix: ".xctest")
  }
}

extension ContainedDirectory {
  /// The regular files whose names end with a suffix; none if the directory cannot be listed.
  func files(suffix: String) -> [FilePath] {
    let entries = (try? entries(of: "")) ?? []
    return entries.filter { $0.status.kind == .file && $0.name.hasSuffix(suffix) }.map { path.appending($0.name) }
  }
}
