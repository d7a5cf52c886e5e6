// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

struct StubTransportTests {
  @Test func `responses are read from files`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("GET/v1/shapes/square.json", #"{"name": "square", "sides": 4}"#)
      try folder.write("POST/v1/shapes", "HTTP/1.1 422 No\r\nContent-Type: text/plain\r\n\r\ntoo square")
      let service = StubService(folder: folder.path)
      #expect(try await service.load(ShapeResource()) == Shape(name: "square", sides: 4))
      do {
        try await service.load(NewShape(shape: Shape(name: "square", sides: 4)))
        Issue.record("a 422 counted as a success")
      } catch LoadingError.rejected(let rejection) {
        #expect(rejection.head.status.code == 422)
        #expect(rejection.head.headerFields[.contentType] == "text/plain")
        #expect(rejection.body == Data("too square".utf8))
      }
      #expect(await service.requests.map(\.head.method) == [.get, .post])
    }
  }

  @Test(arguments: ["/v1/shapes/circle", "/../secret", "/v1/../../secret"])
  func `throws without a prepared response`(path: String) async throws {
    try await withScratchDirectory { folder in
      try folder.write("secret", "secret")
      let stub = StubTransport(folder: try folder.folder("answers").path)
      var request = HTTPRequest(at: try server())
      request.path = path
      do {
        _ = try await stub.send(TransportRequest(request))
        Issue.record("\(path) was answered")
      } catch let error as TransportError {
        #expect(error.code == .unprepared)
      }
    }
  }
}
