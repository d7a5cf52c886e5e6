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
