// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// Asks SwiftPM what is in a package. This runs the package's manifest, which is code of the pull request.
struct PackageDescriber: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    let tail: [String]
    var isTimeout = false

    var description: String { reason }
  }

  let toolchain: Toolchain
  let guest: Guest
  let timeLimit: Duration

  /// - Returns: the targets, and whether the package depends on others.
  func describe(
    _ package: FilePath, from root: FilePath
  ) async throws(Failure) -> (layout: PackageLayout, dependsOnOthers: Bool) {
    let lines = LineCollector()
    let result: ChildResult
    do {
      let command = ChildCommand(
        toolchain.swift, ["package", "describe", "--type", "json"], environment: guest.environment,
        workingFolder: guest.runner.inside(package))
      result = try await guest.runner.run(
        command, limits: ChildLimits(time: timeLimit, lineBytes: 1 << 20), reach: .nothing
      ) {
        lines.append($0)
      }
    } catch {
      throw Failure(reason: "\(error)", tail: [])
    }
    if case .timedOut(let limit) = result.ending {
      let reason = "reading Package.swift took longer than \(DurationText.make(limit))"
      throw Failure(reason: reason, tail: result.tail, isTimeout: true)
    }
    guard result.isSuccess else {
      throw Failure(reason: "Package.swift cannot be read (swift package describe failed)", tail: result.tail)
    }
    // SwiftPM may say other things first.
    let text = lines.output
    guard let start = text.firstIndex(of: "{"),
      let description = try? JSONDecoder().decode(Description.self, from: Data(text[start...].utf8))
    else {
      throw Failure(reason: "swift package describe does not print what it should", tail: result.tail)
    }
    let prefix = RelativePath.make(package.string, from: root.string).map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    let targets = description.targets.map { target in
      PackageLayout.Target(name: target.name, type: target.type, path: prefix + target.path)
    }
    let layout = PackageLayout(name: description.name, targets: targets)
    return (layout, description.dependencies?.isEmpty == false)
  }
}

private struct Description: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String
  }

  /// Only that there are some counts.
  struct Dependency: Decodable {}

  let name: String
  let targets: [Target]
  let dependencies: [Dependency]?
}
