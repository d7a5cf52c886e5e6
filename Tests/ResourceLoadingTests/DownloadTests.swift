// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

struct DownloadTests {
  @Test func `a response that the transport returns in memory is written to the file`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("square", "old")
      let stub = StubTransport { _ in answer("new", fields: [.eTag: "\"1\""]) }
      let path = folder.path.appending("square")
      let head = try await NetworkService(stub).download(ShapeResource(), to: path)
      #expect(head.headerFields[.eTag] == "\"1\"")
      #expect(try folder.text("square") == "new")
      #expect(await stub.requests.map(\.destination) == [DownloadDestination(path)])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["square"])
    }
  }

  @Test func `the file is unchanged if the response is an error, too large, or cannot be written`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("square", "old")
      let path = folder.path.appending("square")
      await #expect {
        try await NetworkService(StubTransport { _ in answer("none", status: .notFound) })
          .download(ShapeResource(), to: path)
      } throws: { error in
        if case .rejected(let rejection)? = error as? LoadingError {
          rejection.body == Data("none".utf8)
        } else {
          false
        }
      }
      let service = NetworkService(StubTransport { _ in answer("12345") })
      for (path, limit, code) in [
        (path, 4, TransportError.Code.tooLarge), (folder.path.appending("no/folder"), 5, .unwritableFile),
      ] {
        await #expect {
          try await service.download(ShapeResource(), to: path, maximumBytes: limit)
        } throws: { error in
          if case .transport(let error)? = error as? LoadingError { error.code == code } else { false }
        }
      }
      #expect(try folder.text("square") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["square"])
    }
  }
}
