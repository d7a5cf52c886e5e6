// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

struct PlainChildTests {
  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -SEGV $$", 139)] as [(String, Int32)])
  func `waiting returns the status of the child on every call`(script: String, status: Int32) throws {
    let child = try PlainChild(["/bin/sh", "-c", script])
    #expect(child.wait() == status)
    #expect(child.wait() == status)
    #expect(!child.isRunning)
  }

  @Test func `a child that ignores signals runs until it is ended`() async throws {
    let child = try HelperProgram(["/bin/sh", "-c", "trap '' TERM INT HUP; echo ready; while :; do sleep 0.05; done"])
    #expect(try await child.nextLine() == "ready")
    #expect(child.isRunning)
    child.end()
    #expect(!child.isRunning)
  }

  @Test func `a child can be ended during a wait for it`() async throws {
    let child = try PlainChild(["sleep", "600"])
    let begins = Gate()
    async let status = blocking {
      begins.open()
      return child.wait()
    }
    try await begins.pass()
    child.end()
    #expect(try await status == 137)
    #expect(child.wait() == 137)
  }

  @Test func `a child inherits its standard streams and no other descriptors`() throws {
    // On purpose without close-on-exec, as a library might open it.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    // The last is the descriptor of the folder that `ls` reads.
    #expect(try FinishedCommand.output(of: ["ls", "/proc/self/fd"]) == "0\n1\n2\n3\n")
  }

  @Test func `a child runs in its folder with only the given variables`() async throws {
    try await withScratchDirectory { folder in
      let finished = try FinishedCommand(["/usr/bin/env"], environment: ["A": "b c"], in: folder.path)
      #expect(finished.output == "A=b c\n")
      #expect(try FinishedCommand.output(of: ["pwd"], in: folder.path) == "\(folder.path)\n")
    }
  }

  @Test func `a missing program or folder is reported as an error`() {
    #expect { try PlainChild(["no-such-program"]) } throws: { error in
      "\(error)" == "there is no program no-such-program"
    }
    #expect(throws: ChildProcessError.self) { try PlainChild(["true"], in: "/no/such/folder") }
  }

  @Test func `standard output and standard error are separated`() throws {
    let finished = try FinishedCommand(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"])
    #expect(finished.output == "out\n")
    #expect(finished.errors == "err\n")
    #expect(finished.status == 3)
  }
}
