// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ContainerArgumentsTests {
  private func commandLine(
    of program: FilePath, runtime: String? = nil, hasControlGroups: Bool = true, mapsUsers: Bool = true
  ) -> String {
    let resources = ResourceLimits(tasks: 64, memoryBytes: 1 << 30, folders: ["/runs"])
    var settings = SandboxSettings(
      level: .container, program: program, image: "swift:6.3", runtime: runtime,
      limits: SandboxLimits(fileBytes: 1 << 20, sharedMemoryBytes: 1 << 16, resources: resources))
    settings.label = "review-1"
    let arguments = ContainerArguments(
      settings: settings, program: program, profile: "/runs/profile.json",
      user: ContainerUser(program: program, isRoot: true, id: 200_007, mapsUsers: mapsUsers),
      hasControlGroups: hasControlGroups)
    return arguments.commandLine(
      for: ChildCommand("/bin/sh", ["-c", "id"], environment: ["B": "2", "A": "1"], workingDirectory: "/box/source"),
      name: "reviewbot-1",
      showing: [
        SharedDirectory("/opt/swift/usr", as: "/opt/swift/usr"),
        SharedDirectory("/runs/a", as: "/box/source", isWritable: true),
      ], system: ["swift:6.3"], start: ["/box/reviewbot", "__enter", "/box/system-calls", "--"]
    ).joined(separator: " ")
  }

  @Test func `a container has no network, no rights, a read-only system and limits`() {
    let commandLine = commandLine(of: "/usr/bin/docker")
    for part in [
      "/usr/bin/docker run --rm --interactive --name reviewbot-1 --label reviewbot.review=review-1",
      "--network none --read-only --cap-drop ALL --security-opt no-new-privileges",
      "--security-opt seccomp=/runs/profile.json", "--pids-limit 64 --memory 1073741824", "--shm-size 65536",
      "--oom-score-adj 1000 --ulimit core=0 --ulimit fsize=1048576", "--user 200007:200007",
      "--volume /opt/swift/usr:/opt/swift/usr:ro --volume /runs/a:/box/source:rw --env A=1 --env B=2",
    ] { #expect(commandLine.contains(part), "\(part)") }
    #expect(
      commandLine.hasSuffix(
        "--workdir /box/source --entrypoint /box/reviewbot swift:6.3 __enter /box/system-calls -- /bin/sh -c id"))
    for option in ["--read-only-tmpfs", "--cap-add", "mask="] { #expect(!commandLine.contains(option)) }
  }

  @Test func `podman masks kernel files, and adds capabilities only with a user namespace`() {
    let commandLine = commandLine(of: "/usr/bin/podman")
    for part in [
      "--read-only-tmpfs=false --no-hosts", "--security-opt mask=/proc/cmdline:", ":/proc/vmallocinfo:/sys ",
      "--cap-add CAP_SYS_ADMIN --cap-add CAP_SYS_CHROOT --cap-add CAP_SETPCAP",
    ] { #expect(commandLine.contains(part), "\(part)") }
    // Without a user namespace, the capabilities would apply outside.
    #expect(!self.commandLine(of: "/usr/bin/podman", mapsUsers: false).contains("--cap-add"))
  }

  @Test func `the runtime option is placed where podman and docker expect it`() {
    #expect(
      commandLine(of: "/usr/bin/podman", runtime: "runsc").hasPrefix(
        "/usr/bin/podman --log-level error --runtime runsc run --rm"))
    #expect(commandLine(of: "/usr/bin/docker", runtime: "runsc").hasPrefix("/usr/bin/docker run --runtime runsc --rm"))
  }

  @Test func `without control groups, podman gets a ulimit instead of --memory and --pids-limit`() {
    let commandLine = commandLine(of: "/usr/bin/podman", hasControlGroups: false)
    for option in ["--memory", "--pids-limit"] { #expect(!commandLine.contains(option)) }
    #expect(commandLine.contains("--ulimit nproc=64:64"))
  }

  @Test(arguments: [
    (
      "/usr/bin/podman", true, true,
      "--uidmap 0:1048576:1000 --uidmap 1000:1007:1 --uidmap 1001:1049577:64535 --gidmap 0:1048576:1000 "
        + "--gidmap 1000:1007:1 --gidmap 1001:1049577:64535 --user 1000:1000"
    ),
    (
      "/usr/bin/podman", false, true,
      "--uidmap 0:1:1000 --uidmap 1000:0:1 --uidmap 1001:1001:64535 --gidmap 0:1:1000 --gidmap 1000:0:1 "
        + "--gidmap 1001:1001:64535 --user 1000:1000"
    ), ("/usr/bin/podman", true, false, "--user 1007:1007"), ("/usr/bin/podman", false, false, "--user 0:0"),
    ("/usr/bin/docker", true, true, "--user 1007:1007"), ("/usr/bin/docker", false, true, "--user 1007:1007"),
  ]) func `the user of a container is the owner of the review's folders`(
    program: String, isRoot: Bool, isMapped: Bool, arguments: String
  ) {
    let user = ContainerUser(program: FilePath(program), isRoot: isRoot, id: 1007, mapsUsers: isMapped)
    #expect(user.arguments.joined(separator: " ") == arguments)
  }
}
