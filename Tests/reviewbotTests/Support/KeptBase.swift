// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import SystemPackage

/// A repository whose base was built in the sandbox, once for all tests that review a change to it there.
///
/// A test starts from a copy of the program's home, with the cached build and the mirror, and therefore compiles only
/// the part that its change affects. The package has three modules.
final class KeptBase: Sendable {
  /// Created for the first test that uses it, and removed when the process ends.
  private static let shared = Task { try await KeptBase() }

  private static let base: SampleRepository.Files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Sample",
      targets: [
        .target(name: "Base"), .target(name: "Sample", dependencies: ["Base"]),
        .testTarget(name: "SampleTests", dependencies: ["Sample"]),
      ])

    """,
    "Sources/Base/Zero.swift": "public func zero() -> Int { 0 }\n",
    "Sources/Base/Two.swift": "public func two() -> Int { 2 }\n",
    "Sources/Sample/Three.swift": "import Base\npublic func three() -> Int {\n  two() + 1\n}\n",
  ]
  /// Touches a function's body in one file.
  private static let small: SampleRepository.Files = [
    "Sources/Sample/Sign.swift": nil, "Tests/SampleTests/SignTests.swift": nil,
    "Sources/Sample/Three.swift": "import Base\npublic func three() -> Int {\n  1 + two()\n}\n",
  ]
  /// The last commit of the base adds this file.
  private static let late: SampleRepository.Files = ["Sources/Sample/Late.swift": "public let late = 1\n"]

  private let folder: ScratchDirectory
  private let repository: SampleRepository
  /// The review that built the base: of pull request 1, which touches a function's body in `Three.swift`.
  private let first: Checked
  /// The last number of a pull request. Only one test at a time works in the repository.
  private let count = Locked(1)

  private init() async throws {
    let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    folder = try ScratchDirectory(path: FilePath(path)).folder("reviewbot-kept-\(UUID().uuidString)")
    KeptBaseDirectory.removeAtExit(folder.path)
    var repository = try SampleRepository(in: folder.folder("repository"), base: Self.base)
    try repository.write(Self.late)
    try repository.git.commit("late")
    repository = try repository.opening(1, head: Self.small)
    self.repository = repository
    first = try await Checked(repository, by: BuiltProgram(in: folder), ["--sandbox", "bwrap", "--verbose"])
    guard first.outcome.status == 0 else { throw FinishedCommand.Failure(first.outcome) }
  }

  /// The review that built the base, and the same pull request and program to review it once more.
  static func first(
    in folder: ScratchDirectory
  ) async throws -> (checked: Checked, repository: SampleRepository, program: BuiltProgram) {
    let kept = try await shared.value
    return (kept.first, kept.repository, try await kept.program(in: folder))
  }

  /// Opens a pull request of its own for a test, and gives it a program that starts from the kept build.
  ///
  /// - Parameters:
  ///   - head: the differences from the base, besides the sample's change.
  ///   - isBehind: whether it began before the base's last commit, so that a merge adds a file.
  static func change(
    _ head: SampleRepository.Files, isBehind: Bool = false, in folder: ScratchDirectory
  ) async throws -> (repository: SampleRepository, program: BuiltProgram) {
    let kept = try await shared.value
    let program = try await kept.program(in: folder)
    return (try await blocking { try kept.open(head, isBehind: isBehind) }, program)
  }

  /// The same for a reviewer. An ordinary user cannot use root's cached build: that review builds everything.
  ///
  /// - Returns: also the differences in the environment of the program.
  static func change(
    _ head: SampleRepository.Files, isBehind: Bool = false, by reviewer: Reviewer, in folder: ScratchDirectory
  ) async throws -> (repository: SampleRepository, program: BuiltProgram, environment: [String: String]) {
    if reviewer == .own {
      let (repository, program) = try await change(head, isBehind: isBehind, in: folder)
      return (repository, program, [:])
    }
    var repository = try SampleRepository(in: folder.folder("repository"), base: base)
    try repository.write(late)
    try repository.git.commit("late")
    repository = try repository.opening(1, from: isBehind ? "main~1" : "main", head: head)
    let program = try BuiltProgram(in: folder)
    return (repository, program, try reviewer.take(folder))
  }

  private func program(in folder: ScratchDirectory) async throws -> BuiltProgram {
    try await blocking { [self] in
      let program = try BuiltProgram(in: folder)
      try FileManager.default.createDirectory(atPath: program.home.string, withIntermediateDirectories: true)
      let home = self.folder.path.appending("home").string
      try FinishedCommand.output(of: ["cp", "-a", "--reflink=auto", "\(home)/.", program.home.string])
      return program
    }
  }

  private func open(_ head: SampleRepository.Files, isBehind: Bool) throws -> SampleRepository {
    try count.withLock { count in
      count += 1
      return try repository.opening(count, from: isBehind ? "main~1" : "main", head: head)
    }
  }
}

/// `atexit` takes a function without a context, so the path is kept here.
private enum KeptBaseDirectory {
  private static let path = Locked<FilePath?>(nil)

  static func removeAtExit(_ path: FilePath) {
    self.path.withLock { $0 = path }
    atexit { KeptBaseDirectory.remove() }
  }

  private static func remove() {
    // Errors are ignored: the check for remaining files finds what is left.
    if let path = path.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path.string) }
  }
}

extension FinishedCommand.Failure {
  fileprivate init(_ outcome: BuiltProgram.Outcome) {
    self.init(status: outcome.status, description: outcome.errors)
  }
}
