// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Where a process is among the control groups of version 2, as far as it sees them.
struct ControlGroupPosition: Hashable, Sendable {
  /// Its own group, and those above it up to where they are mounted: the nearest first.
  let groups: [ControlGroup]

  static func own() throws(SandboxError) -> ControlGroupPosition {
    let texts = ["cgroup", "mountinfo"].map { name in
      String(decoding: KernelFile.contents("/proc/self/\(name)") ?? Data(), as: UTF8.self)
    }
    return try ControlGroupPosition(groups: texts[0], mounts: texts[1])
  }

  /// - Parameters:
  ///   - groups: the text of /proc/self/cgroup, in which the line `0::PATH` is that of version 2. Source: cgroups(7).
  ///   - mounts: the text of /proc/self/mountinfo. Source: proc_pid_mountinfo(5).
  init(groups: String, mounts: String) throws(SandboxError) {
    guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      throw SandboxError("this kernel has no control groups of version 2")
    }
    let own = FilePath(String(line.dropFirst(3)))
    for mount in mounts.split(separator: "\n").reversed() {
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), fields.indices.contains(dash + 1), fields[dash + 1] == "cgroup2"
      else { continue }
      let (root, place) = (FilePath(String(fields[3])), FilePath(String(fields[4])))
      guard own.starts(with: root), !own.components.contains("..") else { continue }
      var group = place
      var found = [ControlGroup(path: group)]
      for component in own.components.dropFirst(root.components.count) {
        group.append(component)
        found.insert(ControlGroup(path: group), at: 0)
      }
      self.groups = found
      return
    }
    throw SandboxError("control groups of version 2 are not mounted where this process sees its own, \(own)")
  }
}
