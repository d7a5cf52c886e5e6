// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Removes folders that code under review wrote into.
enum HostileFolder {
  /// Removes a folder and all in it: also what its owner may not enter, and what is nested deeper than a path can say.
  ///
  /// - Returns: whether nothing is left.
  @discardableResult
  static func remove(_ path: FilePath) -> Bool {
    guard exists(path) else { return true }
    if (try? FileManager.default.removeItem(atPath: path.string)) != nil, !exists(path) { return true }
    // These two walk from folder to folder and follow no links on the way.
    run("/bin/chmod", ["--recursive", "u+rwx", "--", path.string])
    run("/bin/rm", ["--recursive", "--force", "--", path.string])
    return !exists(path)
  }

  private static func exists(_ path: FilePath) -> Bool {
    // Of a link itself, not of what it leads to.
    (try? FileManager.default.attributesOfItem(atPath: path.string)) != nil
  }

  private static func run(_ program: String, _ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = [:]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // Whether it worked shows in what is left.
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }
}
