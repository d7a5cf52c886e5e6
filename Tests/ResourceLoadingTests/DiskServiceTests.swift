// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

struct DiskServiceTests {
  @Test func `a file is decoded like a response`() async throws {
    try await withScratchDirectory { folder in
      let path = try folder.write("square.json", #"{"name": "square", "sides": 4}"#)
      #expect(try DiskService().load(ShapeFile(path: path)) == Shape(name: "square", sides: 4))
    }
  }

  @Test func `a missing, too large or unreadable file is reported`() async throws {
    try await withScratchDirectory { folder in
      let path = try folder.write("list.json", "[]")
      let service = DiskService(maximumBytes: 1)
      #expect(code { () throws(LoadingError) in try service.load(ShapeFile(path: path)) } == .tooLarge)
      let nowhere = folder.path.appending("nowhere")
      #expect(code { () throws(LoadingError) in try service.load(ShapeFile(path: nowhere)) } == .unreadableFile)
      #expect {
        try DiskService().load(ShapeFile(path: path))
      } throws: { error in
        if case .unreadable(let file)? = error as? LoadingError {
          file.head == nil && file.body == Data("[]".utf8)
        } else {
          false
        }
      }
    }
  }

  @Test func `a reader takes the place of the disk, and its limit and its errors are those of the service`() throws {
    let square = Data(#"{"name": "square", "sides": 4}"#.utf8)
    let service = DiskService(maximumBytes: square.count) { path, limit in
      guard path == "square.json" else { throw NoSuchThing() }
      return square.prefix(limit)
    }
    #expect(try service.load(ShapeFile(path: "square.json")) == Shape(name: "square", sides: 4))
    #expect(code { () throws(LoadingError) in try service.load(ShapeFile(path: "other")) } == .unreadableFile)
    let careless = DiskService(maximumBytes: 1) { _, _ in square }
    #expect(code { () throws(LoadingError) in try careless.load(ShapeFile(path: "square.json")) } == .tooLarge)
  }

  @Test func `a directory cannot be read, and a file of exactly the limit can`() async throws {
    try await withScratchDirectory { folder in
      #expect(
        code { () throws(LoadingError) in try DiskService().load(ShapeFile(path: folder.path)) } == .unreadableFile)
      let text = #"{"name": "square", "sides": 4}"#
      let path = try folder.write("square.json", text)
      for (limit, expected) in [(text.utf8.count, nil), (text.utf8.count - 1, TransportError.Code.tooLarge)] {
        let service = DiskService(maximumBytes: limit)
        #expect(code { () throws(LoadingError) in try service.load(ShapeFile(path: path)) } == expected)
      }
    }
  }

  private func code(_ body: () throws(LoadingError) -> Shape) -> TransportError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      if case .transport(let error) = error { return error.code }
      return nil
    }
  }
}
