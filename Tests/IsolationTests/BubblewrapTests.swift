// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

@Suite(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
struct BubblewrapTests {
  @Test func `a command sees its folder under another name, and files that it writes there remain`() async throws {
    try await withBox { box in
      try box.source.write("a.txt", "one")
      let outcome = try await box.run("pwd; cat a.txt; echo two >b.txt; exit 3")
      #expect(outcome.result.ending == .exited(3))
      #expect(outcome.output == "/box/source\none")
      #expect(try box.source.text("b.txt") == "two\n")
    }
  }

  /// Such as the child of a plugin that keeps the output of the plugin, or llbuild's pipe for it, open.
  @Test func `a command is not blocked by a pipe that an orphaned process keeps open`() async throws {
    try await withBox { box in
      let keeping = "setsid sh -c 'exec 3>pipe; echo $$ >&3; exec sleep 100000' </dev/null >/dev/null 2>&1"
      let outcome = try await box.run("mkfifo pipe; (\(keeping) &); exec cat pipe")
      #expect(outcome.result.ending == .exited(0))
      #expect(Int(outcome.output) != nil, "the process was there: \(outcome.output)")
    }
  }

  @Test func `a command ends with its first process although another process keeps its output open`() async throws {
    try await withBox { box in
      let outcome = try await box.run("setsid sleep 100000 & echo started")
      #expect(outcome.result.ending == .exited(0))
      #expect(outcome.output == "started")
    }
  }

  @Test func `a command has only the given environment variables`() async throws {
    try await withBox { box in
      let outcome = try await box.run("env", environment: ["A": "1"])
      #expect(Set(outcome.output.split(separator: "\n")) == ["A=1", "PATH=/usr/bin:/bin", "PWD=/box/source"])
    }
  }

  @Test func `a command sees no home folders, data folders or accounts of the host`() async throws {
    try await withBox { box in
      try box.hidden.write("secret", "x")
      let outcome = try await box.run(
        "ls -d /home /root /var /srv /mnt \(box.hidden.path) 2>/dev/null; ls /box; cat /etc/passwd | wc -l")
      #expect(outcome.output == "reviewbot\nsource\n2")
    }
  }

  /// Otherwise each process that uses dates searches the name of its time zone in hundreds of files.
  @Test(
    .enabled(
      if: SystemFiles.target(ofLink: "/etc/localtime") != nil, "/etc/localtime of the host is not a link to /usr"))
  func `a command reads the name of the time zone from the host's link`() async throws {
    try await withBox { box in
      let outcome = try await box.run("readlink /etc/localtime; head -c 4 /etc/localtime")
      #expect(outcome.output == SystemFiles.target(ofLink: "/etc/localtime").map { "\($0)\nTZif" })
    }
  }

  @Test func `only a link to a file of /usr is shown as a link`() async throws {
    try await withScratchDirectory { scratch in
      func target(_ target: String) throws -> String? {
        let link = scratch.path.appending("\(UUID())")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: target)
        return SystemFiles.target(ofLink: link)
      }
      #expect(try target("/usr/share/zoneinfo/Etc/UTC") == "/usr/share/zoneinfo/Etc/UTC")
      let up = String(repeating: "../", count: scratch.path.components.count)
      #expect(try target(up + "usr/share/zoneinfo/Etc/UTC") == up + "usr/share/zoneinfo/Etc/UTC")
      #expect(try target("/usr/../etc/shadow") == nil)
      #expect(try target("/usrlocal/file") == nil)
      #expect(try target("file") == nil)
      try scratch.write("file", "")
      #expect(SystemFiles.target(ofLink: scratch.path.appending("file")) == nil)
      #expect(SystemFiles.target(ofLink: scratch.path.appending("missing")) == nil)
    }
  }

  @Test func `a command can write only to its own folder`() async throws {
    try await withBox { box in
      let outcome = try await box.run(
        "for folder in / /usr /etc /dev /box /proc/sys/kernel; do touch $folder/x 2>/dev/null && echo $folder; done; touch x"
      )
      #expect(outcome.output == "")
      #expect(box.source.exists("x"))
    }
  }

  /// Also when the tests run as root, because the user of the sandbox is then root outside.
  @Test func `files in /tmp are in the temporary folder of the run`() async throws {
    try await withScratchDirectory { run in
      let temporary = try run.folder("tmp")
      try await withBox(folders: [SharedDirectory(run.path, as: CheckoutNames.run, isWritable: true)]) { box in
        let outcome = try await box.run("echo kept >/tmp/file && cat /box/run/tmp/file")
        #expect(outcome.output == "kept")
      }
      #expect(try temporary.text("file") == "kept\n")
    }
  }

  @Test func `a command cannot change kernel settings`() async throws {
    try await withBox { box in
      let outcome = try await box.run(
        "find /proc/sys /proc/sysrq-trigger /proc/self/oom_score_adj -type f 2>/dev/null "
          + "| while read -r file; do (exec 3>>\"$file\") 2>/dev/null && echo $file; done")
      #expect(outcome.output == "")
    }
  }

  @Test func `a command cannot read kernel memory or keys`() async throws {
    try await withBox { box in
      let outcome = try await box.run(
        "for name in kcore keys kpageflags vmallocinfo; do head -c 1 /proc/$name 2>/dev/null; done")
      #expect(outcome.output == "")
    }
  }

  @Test func `a command has its own process list, no capabilities and a system call filter`() async throws {
    try await withBox { box in
      let outcome = try await box.run(
        "grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'; ls /proc | grep -c '^[0-9]'; id -u; cat /proc/self/oom_score_adj"
      )
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 7)
      #expect(
        lines[..<4] == ["CapEff:0000000000000000", "CapBnd:0000000000000000", "NoNewPrivs:1", "Seccomp:2"])
      #expect(Int(lines[4]).map { $0 < 8 } == true)
      #expect(lines[5...] == ["1000", "1000"])
    }
  }

  @Test func `a command reaches no network and has only a loopback interface`() async throws {
    try await withLoopbackServer { _ in
      .json("{}")
    } body: { server in
      try await withBox { box in
        let port = try #require(server.url.split(separator: ":").last)
        let outcome = try await box.run(
          "for host in 127.0.0.1/\(port) 192.0.2.1/443 169.254.169.254/80; do bash -c \"exec 3<>/dev/tcp/$host\" 2>/dev/null && echo $host; done; grep -c : /proc/net/dev"
        )
        #expect(outcome.output == "1")
        #expect(server.requests.isEmpty)
      }
    }
  }

  @Test func `no process survives the end of a command`() async throws {
    try await withBox { box in
      // Children that leave the session, that ignore signals, and that are stopped.
      let lifeline = try Lifeline(in: box.source.path)
      let outcome = try await box.run(
        Lifeline.holding + """
          setsid sleep 600 & (trap '' TERM; sleep 600) & sleep 600 & kill -STOP $!
          echo started; exit 0
          """)
      #expect(outcome.result.ending == .exited(0))
      #expect(outcome.output == "started")
      #expect(try await lifeline.end())
    }
  }

  @Test func `no process of a command that ignores signals survives the time limit`() async throws {
    try await withBox { box in
      let lifeline = try Lifeline(in: box.source.path)
      let outcome = try await box.run(
        Lifeline.holding + "trap '' TERM INT; setsid sleep 600 & sleep 600", time: .milliseconds(500))
      #expect(outcome.result.ending == .timedOut(after: .milliseconds(500)))
      #expect(try await lifeline.end())
    }
  }

  @Test func `a fork bomb is ended`() async throws {
    try await withBox(tasks: 200) { box in
      let lifeline = try Lifeline(in: box.source.path)
      let outcome = try await box.run(Lifeline.holding + "while :; do sleep 600 & done")
      #expect(outcome.result.ending == .tooManyTasks(200))
      #expect(try await lifeline.end())
    }
  }

  private static let countsTasks: Comment = "the kernel may count all tasks of the user instead of the sandbox's"

  @Test(.enabled(if: Confinement.isAvailable, countsTasks))
  func `a command cannot raise its process limit`() async throws {
    try await withBox(tasks: 20) { box in
      let outcome = try await box.run("grep '^Max processes' /proc/self/limits; ulimit -p 2000 && echo raised")
      #expect(outcome.output.split(separator: " ") == ["Max", "processes", "1044", "1044", "processes"])
    }
  }

  /// Polling is too slow for a program that fills the process table faster than one poll takes. Root has no such limit,
  /// and no review runs with root's user id.
  @Test(.enabled(if: Confinement.isAvailable && geteuid() != 0, countsTasks))
  func `the kernel enforces the process limit without polling`() async throws {
    try await withBox(tasks: 20) { box in
      let lines = LineCollector()
      let command = ChildCommand(
        "/bin/sh", ["-c", "i=0; while [ $i -lt 2000 ]; do sleep 600 & i=$((i + 1)); done; echo made $i"],
        environment: ["PATH": "/usr/bin:/bin"], workingDirectory: box.runner.inside(box.source.path))
      let unwatched = ResourceLimits(tasks: .max, memoryBytes: .max)
      let result = try await box.runner.run(
        command, limits: ChildLimits(time: .seconds(600), resources: unwatched), reach: .nothing
      ) { lines.append($0) }
      #expect(result.ending == .exited(2))
      #expect(result.tail.contains { $0.contains("Cannot fork") }, "\(result.tail)")
      #expect(lines.output == "")
      // The limit is per sandbox.
      let outcome = try await box.run("for i in 1 2 3 4 5; do true & done; wait; echo made 5")
      #expect(outcome.output == "made 5")
    }
  }

  @Test func `a command that exceeds the memory limit is ended`() async throws {
    try await withBox(memoryBytes: 256 << 20) { box in
      // It keeps the memory, so the time of the measurement has no effect.
      let outcome = try await box.run("(head -c 600000000 /dev/zero; sleep 3600) | tail -c 1500000000 >/dev/null")
      #expect(outcome.result.ending == .tooMuchMemory(bytes: 256 << 20))
    }
  }

  @Test func `a file cannot grow beyond the file size limit`() async throws {
    try await withBox(fileBytes: 1 << 20) { box in
      let outcome = try await box.run(
        "head -c 4000000 /dev/zero >big; wc -c <big; head -c 400000000 /dev/zero >/dev/shm/big; echo $?")
      #expect(outcome.output.split(separator: "\n").first == "1048576")
      #expect(outcome.output.split(separator: "\n").last != "0")
    }
  }

  @Test func `a command that writes endless output is ended`() async throws {
    try await withBox { box in
      let outcome = try await box.run("yes", outputBytes: 1 << 20)
      #expect(outcome.result.ending == .tooMuchOutput(bytes: 1 << 20))
    }
  }
}
