// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
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

  @Test func `a recording is replayed in order, its last response again, and then plain files`() async throws {
    try await withScratchDirectory { folder in
      let sides = Locked(3)
      let live = StubTransport { (request) throws(TransportError) in
        let count = sides.withLock {
          $0 += 1; return $0
        }
        return answer(#"{"name": "\#(request.head.method)", "sides": \#(count)}"#)
      }
      let recorder = NetworkService(try RecordingTransport(live, folder: folder.path))
      for _ in 1...2 { _ = try await recorder.load(ShapeResource()) }
      try await recorder.load(NewShape(shape: Shape(name: "square", sides: 4)))
      try folder.write("GET/v1/shapes/circle", "plain")

      let stub = StubTransport(folder: folder.path)
      let service = StubService(stub)
      var shown: [Int] = []
      for _ in 1...3 { shown.append(try await service.load(ShapeResource()).sides) }
      #expect(shown == [4, 5, 5])
      // A write may differ, and is not repeated.
      try await service.load(NewShape(shape: Shape(name: "circle", sides: 0)))
      await #expect(throws: LoadingError.self) {
        try await service.load(NewShape(shape: Shape(name: "square", sides: 4)))
      }
      let plain = TransportRequest(HTTPRequest(at: try server().appending("shapes", "circle", query: ["page": "1"])))
      #expect(try await stub.send(plain).body == Data("plain".utf8))
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
