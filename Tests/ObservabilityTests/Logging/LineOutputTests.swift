// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Observability

struct LineOutputTests {
  /// A pipe that no child process of another test inherits.
  private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(reviewbot_make_pipe(&ends) == 0)
    defer { for end in ends where end >= 0 { close(end) } }
    try body(ends[0], ends[1])
  }

  /// Fills a pipe completely.
  private func fill(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  /// Reads the contents of a pipe.
  private func contents(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func `lines of many threads are not mixed`() async throws {
    try await withScratchDirectory { folder in
      let file = try FileDescriptor.open(
        folder.path.appending("log"), .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: .ownerReadWrite)
      defer { try? file.close() }
      let output = LineOutput(descriptor: file.rawValue)
      DispatchQueue.concurrentPerform(iterations: 8) { worker in
        for _ in 0..<50 { output.write(String(repeating: "\(worker)", count: 1000) + "\n") }
      }
      let lines = try folder.text("log").split(separator: "\n")
      #expect(lines.count == 400)
      #expect(lines.allSatisfy { $0.count == 1000 && Set($0).count == 1 })
      #expect(output.lost == 0)
    }
  }

  @Test func `a full pipe does not block callers`() throws {
    try withPipe { reading, writing in
      fill(writing)
      let output = LineOutput(descriptor: writing, patience: .milliseconds(50))
      for number in 0..<100 { output.write("lost \(number)\n") }
      #expect(output.lost == 100)
      #expect(contents(of: reading).allSatisfy { $0 == "." })
      output.write("read\n")
      #expect(contents(of: reading) == "read\n")
      #expect(output.lost == 100)
    }
  }

  @Test func `a line is not written partially to a pipe with too little room`() throws {
    try withPipe { reading, writing in
      fill(writing)
      // Room for less than the line.
      var bytes = [UInt8](repeating: 0, count: 100)
      try #require(read(reading, &bytes, bytes.count) == 100)
      let output = LineOutput(descriptor: writing, patience: .milliseconds(50))
      output.write(String(repeating: "x", count: LineLogHandler.maximumLineBytes - 1) + "\n")
      #expect(output.lost == 1)
      #expect(contents(of: reading).allSatisfy { $0 == "." })
    }
  }

  @Test func `lines to a pipe without a reader are lost without ending the program`() throws {
    var ends: [Int32] = [0, 0]
    try #require(reviewbot_make_pipe(&ends) == 0)
    close(ends[0])
    let output = LineOutput(descriptor: ends[1])
    output.write("a\n")
    output.write("b\n")
    #expect(output.lost == 2)
    close(ends[1])
  }

  @Test func `an invalid descriptor loses lines`() {
    // No process has so many descriptors.
    let output = LineOutput(descriptor: Int32.max)
    output.write("a\n")
    #expect(output.lost == 1)
  }

  @Test func `a full disk loses lines`() throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let output = LineOutput(descriptor: descriptor)
    output.write("a\n")
    #expect(output.lost == 1)
    close(descriptor)
  }
}
