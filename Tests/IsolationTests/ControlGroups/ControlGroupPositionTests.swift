// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ControlGroupPositionTests {
  private static let unified = "24 1 0:22 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"

  @Test(
    arguments: [
      (
        "a service", "0::/system.slice/reviewbot.service\n", unified,
        ["/sys/fs/cgroup/system.slice/reviewbot.service", "/sys/fs/cgroup/system.slice", "/sys/fs/cgroup"]
      ),
      ("the root", "0::/\n", unified, ["/sys/fs/cgroup"]),
      (
        "beside groups of version 1", "2:memory:/a\n1:name=systemd:/b\n0::/user.slice\n",
        "24 1 0:22 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n25 1 0:23 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
          + "26 1 0:24 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
        ["/sys/fs/cgroup/unified/user.slice", "/sys/fs/cgroup/unified"]
      ),
      (
        "a part that is mounted", "0::/pods/one/two\n", "24 1 0:22 /pods/one /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
        ["/sys/fs/cgroup/two", "/sys/fs/cgroup"]
      ),
      (
        "several mounts", "0::/pods/one\n", unified + "25 1 0:22 /other /mnt rw - cgroup2 cgroup rw\n",
        ["/sys/fs/cgroup/pods/one", "/sys/fs/cgroup/pods", "/sys/fs/cgroup"]
      ),
    ])
  func `the own group and its parents are found`(_: String, groups: String, mounts: String, expected: [String]) throws {
    let position = try ControlGroupPosition(groups: groups, mounts: mounts)
    #expect(position.groups.map(\.path.string) == expected)
  }

  @Test func `the smallest limit of a group and its parents applies`() async throws {
    try await withScratchDirectory { folder in
      let texts = ["max\n", "4915\n", "70000\n", "nonsense\n", ""]
      let groups = try texts.enumerated().map { index, text in
        try folder.write("\(index)/pids.max", text)
        return ControlGroup(path: folder.path.appending("\(index)"))
      }
      #expect(ControlGroupPool.least("pids.max", of: groups) == 4915)
      #expect(ControlGroupPool.least("pids.max", of: [groups[0], groups[3], groups[4]]) == nil)
      #expect(ControlGroupPool.least("memory.max", of: groups) == nil)
    }
  }

  @Test(
    arguments: [
      ("9:memory:/\n", unified, "this kernel has no control groups of version 2"),
      ("", unified, "this kernel has no control groups of version 2"),
      ("0::/\n", "", "control groups of version 2 are not mounted where this process sees its own, /"),
      (
        "0::/pods/two\n", "24 1 0:22 /pods/one /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
        "control groups of version 2 are not mounted where this process sees its own, /pods/two"
      ),
      (
        "0::/../outside\n", unified,
        "control groups of version 2 are not mounted where this process sees its own, /../outside"
      ),
      (
        "0::/\n", "24 1 0:22 / /sys/fs/cgroup rw - cgroup",
        "control groups of version 2 are not mounted where this process sees its own, /"
      ),
    ])
  func `missing control groups are reported with the reason`(groups: String, mounts: String, message: String) {
    #expect {
      try ControlGroupPosition(groups: groups, mounts: mounts)
    } throws: {
      "\($0)" == message
    }
  }
}
