// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

struct CassetteTests {
  private func post(_ text: String) throws -> TransportRequest {
    TransportRequest(HTTPRequest(.post, at: try server().appending("shapes")), body: .bytes(Data(text.utf8)))
  }

  private func get(_ path: String, query: KeyValuePairs<String, String> = [:]) throws -> TransportRequest {
    TransportRequest(HTTPRequest(at: try server().appending("shapes", path, query: query)))
  }

  @Test func `recorded responses and errors are replayed`() async throws {
    try await withScratchDirectory { folder in
      let live = StubTransport { (request) throws(TransportError) in
        if request.head.path?.hasSuffix("circle") == true {
          throw TransportError(.timedOut, "the circle took too long")
        }
        return answer("\(request.head.method) one\n\ntwo\r\n\r\n", status: .created, fields: [.eTag: "\"1\""])
      }
      let recorder = try RecordingTransport(live, folder: folder.path)
      let requests = [try get("square", query: ["page": "2"]), try post("s"), try get("square", query: ["page": "2"])]
      for request in requests { _ = try await recorder.send(request) }
      await #expect(throws: TransportError.self) { try await recorder.send(get("circle")) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
      #expect(
        names
          == [
            "0001-GET-v1-shapes-square", "0002-POST-v1-shapes", "0003-GET-v1-shapes-square",
            "0004-GET-v1-shapes-circle",
          ].flatMap { [$0 + ".request", $0 + ".response"] })

      let player = try ReplayingTransport(folder: folder.path)
      // The order of exchanges may differ if it does not matter.
      for request in [requests[1], requests[0], requests[2]] {
        let response = try await player.send(request)
        #expect(response.head == HTTPResponse(status: .init(code: 201), headerFields: [.eTag: "\"1\""]))
        #expect(response.body == Data("\(request.head.method) one\n\ntwo\r\n\r\n".utf8))
      }
      #expect(await player.remaining == ["0004-GET-v1-shapes-circle"])
      await #expect(throws: TransportError(.timedOut, "the circle took too long")) {
        try await player.send(get("circle"))
      }
      #expect(await player.remaining == [])
    }
  }

  @Test(arguments: ["another path", "another method", "another body", "another query", "once more"])
  func `a request that is not in the recording is an error`(kind: String) async throws {
    try await withScratchDirectory { folder in
      let recorder = try RecordingTransport(StubTransport { _ in answer("ok") }, folder: folder.path)
      _ = try await recorder.send(post("s"))
      let player = try ReplayingTransport(folder: folder.path)
      var request = try post(kind == "another body" ? "t" : "s")
      switch kind {
      case "another path": request.head.path = "/v1/shape"
      case "another method": request.head.method = .put
      case "another query": request.head.path = "/v1/shapes?page=2"
      case "once more": _ = try await player.send(request)
      default: break
      }
      await #expect { try await player.send(request) } throws: { error in
        let error = error as? TransportError
        return error?.code == .unprepared
          && error?.message.contains("has no further \(request.head.method) https://shapes.example.com/v1/shape")
            == true
      }
    }
  }

  @Test func `a recording contains no secrets`() async throws {
    try await withScratchDirectory { folder in
      let live = StubTransport { (request) throws(TransportError) in
        if request.body == .none { throw TransportError(.failed, "no s3cret-text") }
        return answer(
          #"{"access_token": "a\"bc", "note": "s3cret-text", "tokens": 3}"#,
          fields: [.setCookie: "abc", .server: "s3cret-text"])
      }
      var request = try post(#"{"password":"abc","text":"s3cret-text"}"#)
      request.head.path = "/v1/s3cret-text?private_token=abc&page=2"
      request.head.headerFields = [.authorization: "Bearer abc", .accept: "a/b"]
      let recorder = try RecordingTransport(live, folder: folder.path, secrets: ["s3cret-text", ""])
      let response = try await recorder.send(request)
      // Only the recording is masked.
      #expect(response.body.count == 61)
      await #expect(throws: TransportError(.failed, "no s3cret-text")) { try await recorder.send(get("s3cret-text")) }
      #expect(
        try folder.text("0001-POST-v1.request") == """
          POST https://shapes.example.com/v1/***?private_token=***&page=2
          Authorization: ***
          Accept: a/b

          {"password":"***","text":"***"}
          """)
      #expect(
        try folder.text("0001-POST-v1.response") == """
          HTTP/1.1 200
          Set-Cookie: ***
          Server: ***

          {"access_token": "***", "note": "***", "tokens": 3}
          """)
      #expect(try folder.text("0002-GET-v1-shapes.response") == "ERROR failed\n\nno ***")
      // The secrets may differ from those of the recording.
      request.head.path = "/v1/other-text?private_token=xyz&page=2"
      request.body = .bytes(Data(#"{"password":"xyz","text":"other-text"}"#.utf8))
      let player = try ReplayingTransport(folder: folder.path, secrets: ["other-text"])
      #expect(try await player.send(request).head.headerFields[.server] == "***")
    }
  }

  @Test func `a recording can be read by its owner only, and what it writes by people`() async throws {
    try await withScratchDirectory { folder in
      let recording = folder.path.appending("recording")
      let recorder = try RecordingTransport(StubTransport { _ in answer("ok") }, folder: recording)
      _ = try await recorder.send(post(#"{"state": "ok", "body": "one\ntwo", "sides": {"square": 4}, "token": "abc"}"#))
      #expect(
        try folder.text("recording/0001-POST-v1-shapes.txt") == """
          POST https://shapes.example.com/v1/shapes

          body:
          one
          two
          sides:
          {
            "square" : 4
          }
          state: ok
          token: ***

          """)
      func mode(_ path: FilePath) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
      }
      #expect(try mode(recording) == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: recording.string)
      #expect(try names.map { try mode(recording.appending($0)) } == [0o600, 0o600, 0o600])
    }
  }

  @Test func `the last request of an interrupted recording has no response`() async throws {
    try await withScratchDirectory { folder in
      let recorder = try RecordingTransport(StubTransport { _ in answer("ok") }, folder: folder.path)
      _ = try await recorder.send(get("square"))
      try FileManager.default.removeItem(atPath: folder.path.appending("0001-GET-v1-shapes-square.response").string)
      let player = try ReplayingTransport(folder: folder.path)
      await #expect { try await player.send(get("square")) } throws: {
        ($0 as? TransportError)?.message.contains("ends before the response to 0001-GET-v1-shapes-square") == true
      }
    }
  }

  @Test func `a folder that contains a recording is rejected for another one`() async throws {
    try await withScratchDirectory { folder in
      let recorder = try RecordingTransport(StubTransport { _ in answer("ok") }, folder: folder.path)
      _ = try await recorder.send(post("s"))
      #expect {
        _ = try RecordingTransport(StubTransport { _ in answer("ok") }, folder: folder.path)
      } throws: { ($0 as? TransportError)?.code == .unwritableFile }
    }
  }

  @Test(arguments: [
    ("GET", "HTTP/1.1 200\n\n"), ("GET https://a.example.com/", "200 OK\n\n"), ("GET https://a.example.com/", ""),
    ("GET https://a.example.com/", "HTTP/1.1 200\nno field\n\n"),
  ])
  func `a file that is not a recording is rejected`(request: String, response: String) async throws {
    try await withScratchDirectory { folder in
      try folder.write("0001-GET.request", request)
      try folder.write("0001-GET.response", response)
      #expect { _ = try ReplayingTransport(folder: folder.path) } throws: {
        ($0 as? TransportError)?.code == .unprepared
      }
    }
  }
}
