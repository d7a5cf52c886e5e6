// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Swift's tools work in the sandbox, with its filter of system calls.
@Suite(
  .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
  .enabled(if: SwiftInside.toolchain != nil, "there is no swift on PATH"))
struct SwiftInsideTests {
  private func withPackage(
    folders: [SharedDirectory] = [], _ write: (ScratchDirectory) throws -> Void, _ body: (Boxed) async throws -> Void
  ) async throws {
    try await withBox(memoryBytes: 16 << 30, readable: [SwiftInside.toolchain].compactMap(\.self), folders: folders) {
      box in
      try write(box.source)
      try await body(box)
    }
  }

  private func expectPassed(_ outcome: Boxed.Outcome) {
    #expect(outcome.result.ending == .exited(0), "\(outcome.output)")
    #expect(outcome.output.contains("Executed 2 tests, with 0 failures"), "\(outcome.output)")
    #expect(outcome.output.contains("Test run with 5 tests in 1 suite passed"), "\(outcome.output)")
  }

  @Test(.thorough) func `swift build, swift test and swift package work in the sandbox`()
    async throws
  {
    try await withPackage(SwiftInside.write) { box in
      let outcome = try await box.run(
        "exec 2>&1; swift package describe && swift build --build-tests --enable-code-coverage && swift test --skip-build "
          + "--enable-code-coverage && swift package show-dependencies",
        environment: SwiftInside.environment())
      expectPassed(outcome)
      #expect(outcome.output.contains("No external dependencies found"))
    }
  }

  /// Without leak detection, because it stops all threads with ptrace(2), which is refused.
  @Test(.enabled(if: Soak.isLong, "make soak"), arguments: ["address", "thread"])
  func `tests with sanitizers pass in the sandbox`(name: String) async throws {
    try await withPackage(SwiftInside.write) { box in
      let outcome = try await box.run(
        "exec 2>&1; swift test --sanitize=\(name)",
        environment: SwiftInside.environment(["ASAN_OPTIONS": "detect_leaks=0", "LSAN_OPTIONS": "detect_leaks=0"]))
      expectPassed(outcome)
    }
  }

  @Test(
    .enabled(if: Soak.isLong, "make soak"),
    .enabled(if: !SwiftInside.repositories.isEmpty, "there are no sources of SwiftNIO in .build"))
  func `a SwiftNIO server with packages cloned in the sandbox passes its tests`() async throws {
    let packages = SwiftInside.repositories.map { name, path in
      SharedDirectory(path, as: FilePath("\(SwiftInside.servesPackages)/\(name)"))
    }
    try await withPackage(folders: packages, SwiftInside.writeServer) { box in
      let outcome = try await box.run("exec 2>&1; swift test", environment: SwiftInside.environment())
      #expect(outcome.result.ending == .exited(0), "\(outcome.output)")
      #expect(outcome.output.contains("Test run with 1 test in 0 suites passed"), "\(outcome.output)")
    }
  }

  /// Its system calls have other numbers, so the filter's list would apply to the wrong ones.
  @Test(.enabled(if: ThirtyTwoBit.runs, "this machine does not run 32-bit programs"))
  func `a 32-bit program is ended at its first system call`() async throws {
    try await withBox { box in
      try ThirtyTwoBit.write(to: box.source.path.appending("program"))
      let outcome = try await box.run("./program 2>/dev/null; echo $?")
      #expect(outcome.output == "\(128 + SIGSYS)")
    }
  }
}

/// A program for 32-bit Intel processors that exits with status 42.
private enum ThirtyTwoBit {
  /// The ELF header, the header of its only segment, and `mov eax, 1; mov ebx, 42; int 0x80`.
  private static let bytes: [UInt8] =
    [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 1, 0, 0, 0]
    + [0x54, 0x80, 0x04, 0x08, 0x34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x34, 0, 0x20, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    + [1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x04, 0x08, 0, 0x80, 0x04, 0x08, 0x60, 0, 0, 0, 0x60, 0, 0, 0]
    + [5, 0, 0, 0, 0, 0x10, 0, 0] + [0xb8, 1, 0, 0, 0, 0xbb, 0x2a, 0, 0, 0, 0xcd, 0x80]

  static func write(to file: FilePath) throws {
    try InstalledProgram.write(Data(bytes), to: file)
  }

  static let runs: Bool = {
    let file = FilePath(FileManager.default.temporaryDirectory.path).appending("reviewbot-32-\(UUID().uuidString)")
    defer { unlink(file.string) }
    guard (try? write(to: file)) != nil else { return false }
    return (try? FinishedCommand([file.string]))?.status == 42
  }()
}
