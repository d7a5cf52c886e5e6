// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Sandboxing

struct ContainerArgumentsTests {
  private func arguments(of program: FilePath, image: String) -> [String] {
    let resources = ResourceLimits(tasks: 64, memoryBytes: 1 << 30, folders: ["/runs"])
    let folders = [
      SharedFolder("/opt/swift/usr", as: "/opt/swift/usr"),
      SharedFolder("/runs/a", as: "/box/source", isWritable: true),
    ]
    let runner = ContainerRunner(
      program: program, image: ContainerImage(image), filter: "/runs/filter.json", folders: folders, passage: nil,
      limits: SandboxLimits(fileBytes: 1 << 20, sharedMemoryBytes: 1 << 16, resources: resources), environment: [:],
      names: FolderNames([]))
    return runner.arguments(
      for: ChildCommand("/bin/sh", ["-c", "id"], environment: ["B": "2", "A": "1"], workingFolder: "/box/source"),
      name: "reviewbot-1", showing: folders)
  }

  @Test func `a container has no network, no rights, a read-only system and limits`() {
    let arguments = arguments(of: "/usr/bin/docker", image: "swift:6.3").joined(separator: " ")
    for part in [
      "run --rm --interactive --name reviewbot-1 --network none --read-only --cap-drop ALL",
      "--security-opt no-new-privileges --security-opt seccomp=/runs/filter.json", "--pids-limit 64",
      "--memory 1073741824", "--shm-size 65536", "--ulimit core=0", "--ulimit fsize=1048576",
      "--volume /opt/swift/usr:/opt/swift/usr:ro --volume /runs/a:/box/source:rw --env A=1 --env B=2",
    ] { #expect(arguments.contains(part), "\(part)") }
    #expect(arguments.hasSuffix("--workdir /box/source --entrypoint /bin/sh swift:6.3 -c id"))
    #expect(!arguments.contains("--read-only-tmpfs"))
  }

  @Test func `a folder is a container's system, and stays as it is`() {
    let arguments = arguments(of: "/usr/bin/podman", image: "/srv/root").joined(separator: " ")
    #expect(arguments.hasSuffix("--entrypoint /bin/sh --rootfs /srv/root:O -c id"))
    #expect(arguments.contains("--read-only-tmpfs=false"))
  }

  @Test(arguments: [
    ("/usr/bin/podman", 1001, "--userns keep-id --user 1001:1001"), ("/usr/bin/docker", 1001, "--user 1001:1001"),
    (
      "/usr/bin/podman", 0,
      "--uidmap 0:1048576:1000 --uidmap 1000:0:1 --uidmap 1001:1049577:64535 --gidmap 0:1048576:1000 --gidmap 1000:0:1 "
        + "--gidmap 1001:1049577:64535 --user 1000:1000"
    ),
  ]) func `the code under review owns its folders and is root nowhere`(program: String, user: UInt32, words: String) {
    let arguments = ContainerUser(program: FilePath(program), user: user, group: user).arguments
    #expect(arguments.joined(separator: " ") == words)
  }
}
