// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Isolation
import ReviewContract
import SystemPackage

/// A stage of the review of a package. It determines what its commands can write.
enum PackageStage: Sendable {
  /// The setup commands of the base's configuration: the checkout.
  case setUp
  /// Evaluating the manifest: the build folder.
  case describe
  /// Resolving the dependencies: the build folder and `Package.resolved`. The only stage with network access.
  case resolve
  /// Building: the build folder, without the checkouts of the dependencies.
  case build
  /// Listing and running tests: the checkout, without the checkouts of the dependencies.
  case test
  /// Reading the checkouts of the dependencies: nothing but the folder of the results.
  case read

  /// Whether SwiftPM reads the manifests of the package and its dependencies, other than to run tests.
  var readsManifests: Bool { [.describe, .resolve, .build].contains(self) }
}

/// The directories that the stages of a package show.
struct PackageMounts: Sendable {
  let request: TestRequest
  let toolchain: FilePath
  let package: PackageDirectory
  let resolution: ResolutionFile

  /// What the resolution leaves in the build folder, and a build reads.
  private static let dependencies = ["checkouts", "artifacts", "prebuilts"]

  /// Creates the directories that a stage shows in the checkout.
  func prepare(_ stage: PackageStage) throws {
    guard stage.readsManifests else { return }
    do {
      for path in outputs { try package.checkout.makeDirectory(path) }
    } catch {
      throw SandboxedContext.Failure(
        description: "cannot create a directory of build.writable or the build folder: \(error)")
    }
  }

  func directories(_ stage: PackageStage) -> [SharedDirectory] {
    let writesCheckout = stage == .setUp || stage == .test
    var shown = [
      SharedDirectory(toolchain, as: toolchain),
      SharedDirectory(request.repositoryRoot, as: request.mountPath, isWritable: writesCheckout),
      SharedDirectory(request.results, as: CheckoutNames.run, isWritable: true),
    ]
    switch stage {
    case .setUp, .read: break
    case .describe, .resolve: shown += outputs.map { mount($0, isWritable: true) }
    case .build: shown += outputs.map { mount($0, isWritable: true) } + sealed
    case .test: shown += sealed
    }
    if let copy = resolution.shown, stage != .setUp, stage != .read {
      shown.append(SharedDirectory(copy, as: name(resolution.path), isWritable: stage == .resolve))
    }
    return shown
  }

  /// The build folder, and the directories that the base's configuration permits a build to write.
  private var outputs: [String] { [package.path(PackageDirectory.build)] + request.writable }

  private var sealed: [SharedDirectory] {
    Self.dependencies.map { package.path("\(PackageDirectory.build)/\($0)") }
      .filter { package.checkout.status(of: $0)?.kind == .directory }.map { mount($0, isWritable: false) }
  }

  private func mount(_ path: String, isWritable: Bool) -> SharedDirectory {
    SharedDirectory(request.repositoryRoot.pushing(FilePath(path)), as: name(path), isWritable: isWritable)
  }

  private func name(_ path: String) -> FilePath { request.mountPath.pushing(FilePath(path)) }
}

/// The `Package.resolved` of a package. SwiftPM writes it while it resolves the dependencies; in a sandbox, into a copy
/// outside of the checkout, which the sandbox shows in its place.
struct ResolutionFile: Sendable {
  let package: PackageDirectory
  /// The path of the copy, in a directory that no sandbox shows.
  let copy: FilePath
  /// Whether the stages show a copy.
  let isCopied: Bool

  /// A file without pins. SwiftPM accepts it from a package whose dependencies were never resolved.
  private static let empty = #"{"pins":[],"version":2}"#

  /// The path in the checkout.
  var path: String { package.path(KeptBuild.resolutionName) }

  /// The path of the copy; `nil` if there is none, or no file in the checkout that it can cover.
  ///
  /// Before the merge is built, an empty file of the head's build is removed, and the copy stays.
  var shown: FilePath? {
    guard isCopied, package.checkout.status(of: path)?.kind == .file else { return nil }
    return ContainedDirectory(copy.parent).status(of: copy.name)?.kind == .file ? copy : nil
  }

  /// The contents in the checkout; `nil` if the file is missing or cannot be read.
  var inCheckout: [UInt8]? { try? package.checkout.bytes(at: path, limit: KeptBuild.largestResolution) }

  /// The contents that a resolution starts from; `nil` without pins.
  var start: [UInt8]? {
    let pins = inCheckout.flatMap { $0 == Array(Self.empty.utf8) ? nil : $0 }
    guard pins == nil, isCopied else { return pins }
    let copied = try? ContainedDirectory(copy.parent).bytes(at: copy.name, limit: KeptBuild.largestResolution)
    return copied.flatMap { $0 == Array(Self.empty.utf8) ? nil : $0 }
  }

  /// The contents after the resolution.
  var resolved: [UInt8]? {
    guard let shown else { return inCheckout }
    return try? ContainedDirectory(shown.parent).bytes(at: shown.name, limit: KeptBuild.largestResolution)
  }

  /// Creates the copy from the file in the checkout. An empty file takes its place there if the commit has none, because
  /// only an existing file can be covered. The copy of an earlier build of the same review is used again in that case.
  func prepare() throws {
    // SwiftPM cannot write a file that is a link to another package's, which has to be up to date.
    guard isCopied, package.checkout.status(of: path)?.kind != .link else { return }
    do {
      let directory = ContainedDirectory(making: copy.parent, permissions: 0o700)
      let committed = inCheckout
      if let committed, committed != Array(Self.empty.utf8) {
        try directory.write(committed, to: copy.name)
      } else {
        if directory.status(of: copy.name) == nil { try directory.write(Self.empty.utf8, to: copy.name) }
        if committed == nil { try package.checkout.write(Self.empty.utf8, to: path) }
      }
    } catch {
      throw SandboxedContext.Failure(
        description: "cannot prepare \(path) for the resolution of the dependencies: \(error)")
    }
  }
}
