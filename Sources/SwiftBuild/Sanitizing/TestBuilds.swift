// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import Isolation
import ReviewContract
import SystemPackage

extension TestBuild {
  /// Its name in stages, such as `thread release`.
  var name: String {
    [sanitizer == .none ? nil : sanitizer.rawValue, configuration == .debug ? nil : configuration.rawValue]
      .compactMap(\.self).joined(separator: " ")
  }

  /// As in `the build with the thread sanitizer, for release`.
  var description: String {
    [sanitizer == .none ? nil : "with \(sanitizer.description)", configuration == .debug ? nil : "for release"]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// The arguments of `swift build` and `swift test`.
  var arguments: [String] {
    var arguments = sanitizer == .none ? [] : ["--sanitize", sanitizer.rawValue]
    // Without the last two, `@testable import` of a release build is an error.
    if configuration == .release { arguments += ["-c", "release", "-Xswiftc", "-enable-testing"] }
    return arguments
  }

  /// The variables of a sanitizer's runtime.
  ///
  /// - Parameters:
  ///   - log: the beginning of the path of a report, to which the runtime appends the number of the process. Reports in
  ///     the output would be mixed with that of other tests.
  ///   - inherited: the variables of the configuration, whose options the program's own follow.
  func variables(log: FilePath, tools: FilePath, inherited: [String: String]) -> [String: String] {
    guard let name = sanitizer.variable else { return [:] }
    var options = ["log_path=\"\(log)\"", "external_symbolizer_path=\"\(tools.appending("llvm-symbolizer"))\""]
    // Searching for leaks needs to trace the process, which no sandbox permits.
    if sanitizer == .address { options.append("detect_leaks=0") }
    return [name: ((inherited[name].map { [$0] } ?? []) + options).joined(separator: ":")]
  }
}

extension TestBuild.Sanitizer {
  var description: String { "the \(rawValue) sanitizer" }

  /// A function of the runtime that each instrumented program contains.
  fileprivate var runtimeFunction: String? {
    switch self {
    case .none: nil
    case .thread: "__tsan_init"
    case .address: "__asan_init"
    }
  }

  fileprivate var variable: String? {
    switch self {
    case .none: nil
    case .thread: "TSAN_OPTIONS"
    case .address: "ASAN_OPTIONS"
    }
  }
}

/// Tests that were built, and the seals of their programs.
struct BuiltTests: Sendable {
  let build: TestBuild
  let package: PackageDirectory
  let programs: SealedPrograms
}

/// Builds the tests again with a sanitizer or for release, each time in a build folder of its own.
///
/// The folders take each other's place in the checkout, because the paths in a build folder are absolute. Those that are
/// not in use are in a directory that no sandbox shows, so that tests change only the build that they belong to.
/// The checkouts of the dependencies are in the one that is in use.
struct TestBuilds: Sendable {
  /// The result of one build.
  enum Result: Sendable {
    case built(BuiltTests)
    case failed(TestJudge.Judgement, tail: [String])

    var stage: (Stage.Status, String?) {
      if case .failed(let judgement, _) = self { (.failed, judgement.reason) } else { (.done, nil) }
    }
  }

  let request: TestRequest
  let context: SandboxedContext
  let toolchain: Toolchain
  let package: PackageDirectory
  let check: CheckoutCheck
  let seals: SealedBuilds
  let progress: ProgressHandler

  private static let own = "own"
  private static let dependencies = ["checkouts", "artifacts", "prebuilts", "repositories"]

  /// The builds that the runs of a package need besides its own.
  static func needed(by runs: [TestSelection]) -> [TestBuild] {
    var seen: Set<TestBuild> = [TestBuild()]
    return runs.map(\.build).filter { seen.insert($0).inserted }
  }

  func make(_ build: TestBuild, limit: Duration) async throws -> Result {
    try await using(build) {
      // The merge starts from the build of the head; one that cannot be restored is empty, and made from the beginning.
      _ = try seals.take(request.package, build)?.restore()
      try copyDependencyList()
      let parser = Locked(DiagnosticParser(repositoryRoot: context.inside(request.repositoryRoot).string))
      let result = try await context.run(
        toolchain.swift, ["build", "--build-tests"] + build.arguments + context.jobArguments + request.arguments,
        at: request.package, in: .build, limits: ChildLimits(time: limit)
      ) { line in
        parser.withLock { $0.read(line.text) }
        progress(.output(line: line.text))
      }
      try check.verify(after: "the build \(build.description)")
      let execution = BuildExecution(result: result, diagnostics: parser.withLock(\.diagnostics))
      guard result.isSuccess else {
        let reason = execution.reason.replacing("the build", with: "the build \(build.description)", maxReplacements: 1)
        return .failed(.init(outcome: execution.outcome, reason: reason), tail: result.tail)
      }
      if request.isBuildReused {
        let archive = FilePath("\(context.scratch).build-\(build.name.replacing(" ", with: "-"))")
        seals.keep(try SealedBuild(of: package, archive: archive), of: request.package, build)
      }
      let built = package.with(build.configuration)
      if let reason = notInstrumented(build.sanitizer, built) {
        return .failed(.init(outcome: .couldNotRun, reason: reason), tail: [])
      }
      return .built(BuiltTests(build: build, package: built, programs: try SealedPrograms(of: built)))
    }
  }

  /// The reason why a run without reports would prove nothing; `nil` if all test programs contain the runtime.
  private func notInstrumented(_ sanitizer: TestBuild.Sanitizer, _ built: PackageDirectory) -> String? {
    guard let function = sanitizer.runtimeFunction else { return nil }
    guard let products = try? built.products, !built.testPrograms.isEmpty else {
      return "the build with \(sanitizer.description) made no test program"
    }
    let missing = built.testPrograms.compactMap(\.lastComponent?.string).first { name in
      (try? products.file(at: name).contains(function)) != true
    }
    return missing.map { "\($0) was not built with \(sanitizer.description): it does not contain its runtime" }
  }

  /// Puts a build folder into the checkout, an empty one the first time, and the package's own back afterwards.
  func using<Value: Sendable>(_ build: TestBuild, _ body: () async throws -> Value) async throws -> Value {
    guard !build.measuresCoverage else { return try await body() }
    let value: Value
    try insert(build)
    do {
      value = try await body()
    } catch {
      try remove(build)
      throw error
    }
    try remove(build)
    return value
  }

  /// Removes the build folders that no later build starts from.
  func discard() throws {
    guard !request.isBuildReused else { return }
    try ContainedDirectory(folder.parent).remove(folder.name)
  }

  /// Where the folders are that are not in use.
  private var folder: FilePath { request.resolution.removingLastComponent().appending("builds") }

  private func insert(_ build: TestBuild) throws {
    let (parked, folder) = (ContainedDirectory(making: folder, permissions: 0o700), try package.directory)
    try folder.move(PackageDirectory.build, to: parked, as: Self.own)
    if parked.status(of: build.name) == nil {
      try folder.makeDirectory(PackageDirectory.build)
    } else {
      try parked.move(build.name, to: folder, as: PackageDirectory.build)
    }
    try moveDependencies(from: parked, Self.own, to: folder, PackageDirectory.build)
  }

  /// Replaces SwiftPM's list of the dependencies by that of the package's own build, which was compared with the pins.
  /// Without it, or with that of another commit, SwiftPM would resolve them again.
  private func copyDependencyList() throws {
    let (parked, folder) = (ContainedDirectory(folder), try package.directory)
    let (list, copy) = ("\(Self.own)/\(WorkspaceState.name)", "\(PackageDirectory.build)/\(WorkspaceState.name)")
    guard parked.status(of: list) != nil else { return }
    if folder.status(of: copy) != nil { try folder.remove(copy) }
    try TreeCopy().copy(list, in: parked, to: folder, as: copy)
  }

  private func remove(_ build: TestBuild) throws {
    let (parked, folder) = (ContainedDirectory(folder), try package.directory)
    try moveDependencies(from: folder, PackageDirectory.build, to: parked, Self.own)
    try folder.move(PackageDirectory.build, to: parked, as: build.name)
    try parked.move(Self.own, to: folder, as: PackageDirectory.build)
  }

  private func moveDependencies(
    from source: ContainedDirectory, _ from: String, to target: ContainedDirectory, _ to: String
  ) throws {
    for name in Self.dependencies where source.status(of: "\(from)/\(name)") != nil {
      try source.move("\(from)/\(name)", to: target, as: "\(to)/\(name)")
    }
  }
}

/// The builds of the head, from which those of the merge start.
final class SealedBuilds: Sendable {
  private struct Key: Hashable {
    let package: FilePath
    let build: TestBuild
  }

  private let builds = Locked<[Key: SealedBuild]>([:])

  func keep(_ sealed: SealedBuild, of package: FilePath, _ build: TestBuild = TestBuild()) {
    builds.withLock { $0[Key(package: package, build: build)] = sealed }
  }

  func take(_ package: FilePath, _ build: TestBuild = TestBuild()) -> SealedBuild? {
    builds.withLock { $0.removeValue(forKey: Key(package: package, build: build)) }
  }
}

extension OpenFile {
  private static let piece = 4 << 20

  /// Returns whether the file contains a text.
  fileprivate borrowing func contains(_ text: String) throws(ContainedDirectory.Failure) -> Bool {
    let wanted = Array(text.utf8)
    var buffer = [UInt8](repeating: 0, count: Self.piece)
    var offset = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .failed(errno: errno) }
      if buffer.withUnsafeBytes({ Self.find(wanted, in: $0[..<count]) }) { return true }
      if count < wanted.count { return false }
      // The next piece begins with the end of this one, in which the text may begin.
      offset += count - (wanted.count - 1)
    }
  }

  private static func find(_ wanted: [UInt8], in bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = UnsafeRawBufferPointer(rebasing: bytes)
    while rest.count >= wanted.count, let base = rest.baseAddress, let first = wanted.first {
      guard let found = memchr(base, Int32(first), rest.count - wanted.count + 1) else { return false }
      if memcmp(found, wanted, wanted.count) == 0 { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - base + 1)...])
    }
    return false
  }
}
