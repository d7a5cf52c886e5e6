// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import Isolation
import Testing

@testable import ReviewWorker
@testable import reviewbot

struct AssembliesTests {
  @Test func `everything in the half with the token can be made`() {
    #expect(throws: Never.self) {
      try AppContext.registry(environment: [:]).check()
      _ = try AppContext(environment: [:])
    }
  }

  @Test func `everything in the half under review can be made`() {
    #expect(throws: Never.self) {
      try WorkerCommand.registry(environment: [:], gitConfiguration: "", sandbox: Unsandboxed()).check()
    }
  }
}
