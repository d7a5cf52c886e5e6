// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Control groups of version 2 on this machine, with or without controllers: groups can be made, entered, ended and
/// removed with none.
enum ControlGroups {
  static let isMissing = "control groups of version 2 are not mounted here, or are not ours to make"

  /// The group that contains all others, as far as this process sees them.
  static let root: ControlGroup? = {
    guard geteuid() == 0, let root = try? ControlGroupPosition.ofThisProcess().groups.last,
      access(root.path.string, W_OK) == 0
    else { return nil }
    return root
  }()

  static var isUsable: Bool { root != nil }
  static var hasMemoryController: Bool { root?.values("cgroup.controllers").contains("memory") == true }
}

/// Creates a group for a test, and removes it with its contents afterwards.
func withScratchGroup(_ body: (ControlGroup) async throws -> Void) async throws {
  let root = try #require(ControlGroups.root)
  let group = try root.makeChild("reviewbot-test-\(UUID().uuidString)")
  let result = await Result { try await body(group) }
  try await blocking { try group.end() }
  try result.get()
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension ControlGroup {
  /// Starts a process that reports when it is in the group, and stays there until it is ended.
  func sleeper() throws -> HelperProgram {
    let script = "echo $$ >\"$0/cgroup.procs\" && echo in && exec sleep 3600"
    let program = try HelperProgram(["sh", "-c", script, path.string])
    #expect(try program.line() == "in")
    return program
  }
}
