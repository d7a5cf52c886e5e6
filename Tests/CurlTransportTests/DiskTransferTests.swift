// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

/// Bodies that are read from files and written to files.
struct DiskTransferTests {
  private func request(_ url: String, to path: FilePath, maximumBytes: Int = 1 << 30) throws -> TransportRequest {
    TransportRequest(
      HTTPRequest(at: try #require(HTTPAddress(url))),
      destination: DownloadDestination(path, maximumBytes: maximumBytes))
  }

  /// Returns numbers that make each place of a body different from the others.
  private static func numbers(_ count: Int) -> Data {
    // The length differs from that of any buffer, so that a misplaced part is detected.
    let block = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    var data = Data(capacity: count)
    while data.count < count { data += block.prefix(count - data.count) }
    return data
  }

  /// A transport with a small limit for bodies in memory.
  private let transport = CurlTransport(CurlSettings(maximumBodyBytes: 1024))

  @Test func `a body that is too large for memory is written to a file`() async throws {
    let body = Self.numbers(5_000_000)
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        LoopbackResponse(fields: [("ETag", "\"1\"")], body: body)
      } body: { (server) async throws in
        let path = try folder.write("file", "old")
        let response = try await transport.send(request(server.url, to: path))
        #expect(response.head.headerFields[.eTag] == "\"1\"")
        #expect(response.body.file == path)
        #expect(try await response.body.collected() == body)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["file"])
      }
    }
  }

  @Test func `an empty body creates an empty file`() async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        LoopbackResponse()
      } body: { (server) async throws in
        _ = try await transport.send(request(server.url, to: folder.path.appending("file")))
        #expect(try folder.text("file").isEmpty)
      }
    }
  }

  @Test func `a redirected gzip body is decompressed into the file`() async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer {
        $0.target == "/file" ? .gzippedZeros(100_000) : .redirect(302, to: "/file")
      } body: { (server) async throws in
        let path = folder.path.appending("file")
        let response = try await transport.send(request(server.url, to: path))
        #expect(response.body.file == path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data(count: 100_000))
      }
    }
  }

  @Test func `the body of an error response is returned, and the file is unchanged`() async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        .text("none", status: 404)
      } body: { (server) async throws in
        let path = try folder.write("file", "old")
        let response = try await transport.send(request(server.url, to: path))
        #expect(response.body.file == nil)
        #expect(try await response.body.collected() == Data("none".utf8))
        #expect(try folder.text("file") == "old")
      }
    }
  }

  @Test(arguments: [
    (LoopbackResponse(body: Data(count: 2000)), TransportError.Code.tooLarge), (.gzippedZeros(2000), .tooLarge),
    (LoopbackResponse(body: Data(count: 900), manner: .resettingAfter(bytes: 300)), .failed),
  ])
  func `a failed download leaves no partial file`(response: LoopbackResponse, code: TransportError.Code) async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        response
      } body: { (server) async throws in
        let path = try folder.write("file", "old")
        await #expect {
          _ = try await transport.send(request(server.url, to: path, maximumBytes: 1000))
        } throws: { ($0 as? TransportError)?.code == code }
        #expect(try folder.text("file") == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["file"])
      }
    }
  }

  @Test func `a cancelled download leaves no partial file`() async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        LoopbackResponse(body: Data(count: 100_000), manner: .hangingAfter(bytes: 50_000))
      } body: { (server) async throws in
        let path = folder.path.appending("file")
        let request = try request(server.url, to: path)
        let transport = transport
        let watch = try FileWatch(folder.path)
        let task = Task { try await transport.send(request) }
        try await watch.wait {
          try !FileManager.default.contentsOfDirectory(atPath: folder.path.string).isEmpty
        }
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).isEmpty)
      }
    }
  }

  @Test func `a file that cannot be written is an error`() async throws {
    try await withLoopbackServer { _ in
      .text("ok")
    } body: { (server) async throws in
      let request = try request(server.url, to: "/proc/nowhere/file")
      await #expect {
        _ = try await transport.send(request)
      } throws: { ($0 as? TransportError)?.code == .unwritableFile }
      return
    }
  }

  @Test func `a file that is too large for memory is sent`() async throws {
    let body = Self.numbers(20_000_000)
    try await withScratchDirectory { folder in
      let path = folder.path.appending("file")
      try body.write(to: URL(fileURLWithPath: path.string))
      try await withLoopbackServer { _ in
        LoopbackResponse(201)
      } body: { (server) async throws in
        let head = HTTPRequest(.post, at: try #require(HTTPAddress(server.url)))
        _ = try await transport.send(TransportRequest(head, body: .file(path)))
        #expect(server.requests.map(\.body) == [body])
      }
    }
  }

  @Test func `transfers with files have a time limit of their own`() async throws {
    try await withScratchDirectory { folder in
      try await withLoopbackServer { _ in
        .text("slowly", manner: .dripping(bytes: 1, every: .milliseconds(60)))
      } body: { (server) async throws in
        let settings = CurlSettings(totalTimeout: .milliseconds(150), fileTimeout: .seconds(600))
        _ = try await CurlTransport(settings).send(request(server.url, to: folder.path.appending("file")))
        #expect(try folder.text("file") == "slowly")
      }
    }
  }
}
