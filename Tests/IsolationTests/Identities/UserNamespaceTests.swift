// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

@Suite(
  .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
  .enabled(if: SmallDisk.isPossible, "these tests make namespaces, which takes root and its capabilities"))
struct UserNamespaceTests {
  /// A policy that refuses user namespaces, like kernels that permit them only to root.
  private static let refusingNamespaces: SystemCallPolicy = {
    let newUser: UInt64 = 0x1000_0000
    let refusal = SystemCallGroup(
      "No user namespaces", "clone unshare", .allowedIf([[.lacks(newUser, in: 0)]], else: EPERM))
    let others = SystemCallPolicy.reviewbot.groups.map { group in
      SystemCallGroup(
        group.reason,
        group.rules.map { rule in
          SystemCallRule(
            rule.names.filter { !["clone", "unshare"].contains($0) }.joined(separator: " "), rule.decision)
        })
    }
    return SystemCallPolicy(groups: [refusal] + others)
  }()

  /// Runs a script as the id in a bubblewrap that joins the namespace, where making one is refused, at a place that every user reaches.
  private func inside(_ script: String, as user: UInt32) async throws -> String {
    try await withScratchDirectory { scratch in
      try await onDedicatedThread {
        let place: FilePath = "/mnt"
        try #require(reviewbot_make_private_mounts() == 0)
        let folder = open(scratch.path.string, reviewbot_open_path_only | O_CLOEXEC)
        defer { close(folder) }
        try #require(reviewbot_bind(folder, place.string) == 0)
        chmod(place.string, 0o755)
        let namespace = try UserNamespace(creatingAt: place.appending("user-namespace"), for: user)
        try #require(namespace.isThere)
        let arguments = BubblewrapArguments(
          files: try SystemFiles(in: place), readable: [], folders: [],
          limits: SandboxLimits(resources: ResourceLimits(tasks: 100, memoryBytes: 1 << 30)), joinsNamespace: true)
        try Data(arguments.list.map { "\($0)\0" }.joined().utf8)
          .write(to: URL(fileURLWithPath: place.appending("arguments").string))
        let output = try FileDescriptor.open(
          place.appending("output"), .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        defer { try? output.close() }
        try FilteredThread.take(SystemCallProgram(Self.refusingNamespaces))
        let program = try #require(Bubblewrap.program)
        let shell = """
          unshare --user true 2>/dev/null && echo "a user namespace can be made"
          exec 7<\(place)/user-namespace 8<\(place)/arguments
          exec \(program) --args 8 /bin/sh -c "$1"
          """
        let child = try PlainChild(
          [
            "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "--no-new-privs", "/bin/sh", "-c",
            shell, "sh", script,
          ], output: .descriptor(output), errors: .descriptor(output))
        child.wait()
      }
      return try scratch.text("output")
    }
  }

  @Test func `a user joins a namespace that root created where creating one is refused`() async throws {
    let output = try await inside("id -u; id -g; cat /proc/self/uid_map /proc/self/gid_map | xargs", as: 200_063)
    #expect(output == "1000\n1000\n1000 200063 1 1000 200063 1\n")
  }

  @Test func `no further user namespaces can be created in a joined namespace`() async throws {
    #expect(try await inside("cat /proc/sys/user/max_user_namespaces", as: 200_063) == "0\n")
  }

  @Test func `an empty or missing file holds no namespace`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("empty", "")
      #expect(!UserNamespace(file: folder.path.appending("empty")).isThere)
      #expect(!UserNamespace(file: folder.path.appending("missing")).isThere)
    }
  }
}
