// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Dispatch
import Foundation
import HTTPTypes
import ResourceLoading
import Testing

struct BlockingServiceTests {
  @Test func `waits for the model`() throws {
    let service = BlockingService(StubService(StubTransport { _ in answer(#"{"name": "square", "sides": 4}"#) }))
    #expect(try service.load(ShapeResource()) == Shape(name: "square", sides: 4))
  }

  @Test func `a blocking load throws the error`() {
    let service = BlockingService(StubService(StubTransport { _ in answer("", status: .notFound) }))
    #expect(throws: LoadingError.self) { try service.load(ShapeResource()) }
  }
}
