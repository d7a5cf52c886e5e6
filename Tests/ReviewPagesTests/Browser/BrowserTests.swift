// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// The pages in a browser, one test after another, because each starts one.
@Suite(.serialized, .enabled(if: Browser.python != nil, "REVIEWBOT_BROWSER is not set to a Python with playwright"))
enum BrowserTests {}

/// A run of `.ci/pages.py`, which opens pages in a browser, and prints a line after each step.
struct Browser {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  static let python = ProcessInfo.processInfo.environment["REVIEWBOT_BROWSER"]

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(".ci/pages.py").path

  private let program: HelperProgram

  /// - Parameter folder: for what the browser writes.
  init(_ arguments: [String], in folder: ScratchDirectory) throws {
    let home = try folder.folder("browser").path.string
    // The folder of temporary files stays that of this process: the path of the browser's socket has a limit.
    program = try HelperProgram(
      [Self.python ?? "python3", Self.script] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(["HOME": home]) { $1 })
  }

  /// Waits for the end of a step.
  ///
  /// - Throws: ``Problem`` when the browser prints something else.
  func wait(for step: String) async throws {
    guard let line = await line() else { throw Problem(description: "the browser ended before “\(step)”") }
    guard line == step else { throw Problem(description: ([line] + (await rest())).joined(separator: "\n")) }
  }

  /// Waits until the browser has ended.
  ///
  /// - Throws: ``Problem`` with what it printed, if it found a problem.
  func finish() async throws {
    let lines = await rest()
    let status = try await program.exitStatus()
    guard status == 0, lines.isEmpty else {
      throw Problem(description: (lines + ["the browser ended with \(status)"]).joined(separator: "\n"))
    }
  }

  private func rest() async -> [String] {
    var lines: [String] = []
    while let line = await line() { lines.append(line) }
    return lines
  }

  private func line() async -> String? { try? await program.nextLine() }
}
