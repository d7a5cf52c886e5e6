// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// Copies files and folders with their times, sharing the disk's blocks where the file system can.
enum TreeCopy {
  private static let program: FilePath = "/bin/cp"
  private static let limits = ChildLimits(time: .seconds(600), outputBytes: 1 << 20)

  static func copy(_ source: FilePath, to target: FilePath) async throws {
    let command = ChildCommand(
      program, ["--archive", "--reflink=auto", "--no-target-directory", "--", source.string, target.string],
      environment: ["LC_ALL": "C"])
    let result = try await ChildProcess.run(command, limits: limits)
    guard result.isSuccess else {
      throw CacheFailure("\(source) cannot be copied: \(result.tail.last ?? "cp failed")")
    }
  }
}
