// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import PostgresStore
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

struct MachineStateTests {
  private func state(_ folder: ScratchDirectory) throws -> MachineState {
    let path = folder.path.appending("state")
    return try MachineState(folder: path, queue: path.appending("queue.sqlite"))
  }

  @Test func `a restart keeps the machine id and changes the incarnation`() throws {
    try withFolder { folder in
      let first = try state(folder)
      let busy = try #require(throws: QueueError.self) { try state(folder) }
      #expect(busy.code == .inUse && busy.message.contains("the state folder \(folder.path)/state is used by process"))
      first.release()
      let second = try state(folder)
      defer { second.release() }
      #expect(second.process.machine == first.process.machine)
      #expect(second.process.incarnation != first.process.incarnation)
      #expect(try permissions(folder.path.appending("state").appending("machine-id")) == 0o600)
    }
  }

  @Test func `a queue file cannot be opened while a daemon with a database uses its folder`() throws {
    try withFolder { folder in
      let first = try state(folder)
      defer { first.release() }
      let file = folder.path.appending("state").appending("queue.sqlite")
      let busy = #expect(throws: QueueError.self) { try JobQueueAssembly().queue(JobQueueSettings(file: file)) }
      #expect(busy?.code == .inUse)
    }
  }

  @Test(arguments: ["", "machine", String(repeating: "a", count: 10_000)])
  func `a damaged machine id is an error with a remedy`(text: String) throws {
    try withFolder { folder in
      _ = try folder.folder("state")
      try folder.write("state/machine-id", text)
      let error = try #require(throws: QueueError.self) { try state(folder) }
      #expect(error.code == .damaged && error.remedy?.contains("remove it") == true)
    }
  }
}
