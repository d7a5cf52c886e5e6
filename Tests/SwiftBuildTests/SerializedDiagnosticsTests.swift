// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import Testing

@testable import SwiftBuild

struct SerializedDiagnosticsTests {
  private let reader = SerializedDiagnostics(repositoryRoot: "/tmp/repo")

  /// The compiler's file for
  ///
  ///     public func f() {
  ///       let unused = 3
  ///     }
  ///     @available(*, deprecated, message: "no") func o() {}
  ///     func g() { o() }
  static let sample = """
    RElBRwEIAAA8AAAABwGyQLRCOdBDODwggS2UgzzMQzq8gzscBIhigEBxECQLBCmkQzicw0MikEI6hMM5pII7mMM7PCTDLMjDOMhC
    OLjDOZTDA1KMQjjQgyuEQzuUw0NCkEI6hMM5mAI7hMM5PCSGKaQDO5SDK4RDO5TDg3GYQjrgQyrQw8OEzMI71IM8jEM5mEI6sEM5
    jMI7uAM9lIM70MM8HASJqoAMKgKFQCFQiBIlMKhkgcAgSE0HqAgUAoVAQUWgECgECkkCUQKDahpQESgECoFBXQ+oCBQChUBBRaAQ
    KAQKgUFlEahQESgECoGCikAhUAgUBIMCAAAAIQwAAAIAAAAUAAAAAAAAACUQAAA4AAAAGAAAAAAAAAAAIgAiL3RtcC9yZXBvL2Eu
    c3dpZnQAAAAVAICAAAAAAG5vLXVzYWdlpCAAAABwAAAAgAEAABAAAHMA8wBpbml0aWFsaXphdGlvbiBvZiBpbW11dGFibGUgdmFs
    dWUgJ3VudXNlZCcgd2FzIG5ldmVyIHVzZWQ7IGNvbnNpZGVyIHJlcGxhY2luZyB3aXRoIGFzc2lnbm1lbnQgdG8gJ18nIG9yIHJl
    bW92aW5nIGl0ABkEAAAABgAAACgAAACCAAAAQAMAAIAHAABAAEAAAAAAXwAAAAAAAAAlEAAARAAAACUAUGEOAAAARGVwcmVjYXRl
    ZERlY2xhcmF0aW9uQGh0dHBzOi8vZG9jcy5zd2lmdC5vcmcvY29tcGlsZXIvZG9jdW1lbnRhdGlvbi9kaWFnbm9zdGljcy9kZXBy
    ZWNhdGVkLWRlY2xhcmF0aW9uAAAXABQALAAAAGh0dHBzOi8vZG9jcy5zd2lmdC5vcmcvY29tcGlsZXIvZG9jdW1lbnRhdGlvbi9k
    aWFnbm9zdGljcy9kZXByZWNhdGVkLWRlY2xhcmF0aW9upFAAAADAAAAAUAYAACBAABcAFwAnbygpJyBpcyBkZXByZWNhdGVkOiBu
    bwAWCAAAAAQAAABMAAAAAgEAAEAKAABAEwAAAAAA
    """

  private func sample() throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: Self.sample, options: .ignoreUnknownCharacters)))
  }

  @Test func `diagnostics that the compiler wrote are read`() throws {
    #expect(
      try reader.parse(sample()) == [
        BuildDiagnostic(
          severity: .warning, path: "a.swift", line: 2, column: 7,
          message:
            "initialization of immutable value 'unused' was never used; consider replacing with assignment to '_' or removing it"
        ),
        BuildDiagnostic(severity: .warning, path: "a.swift", line: 5, column: 12, message: "'o()' is deprecated: no"),
      ])
    #expect(try SerializedDiagnostics(repositoryRoot: "/elsewhere").parse(sample()) == [])
  }

  @Test func `a file of another format is rejected`() {
    for bytes in [[], Array("DIA".utf8), Array("{}".utf8), Array("BC\u{0}".utf8)] as [[UInt8]] {
      #expect(throws: Bitstream.Malformed.self) { try reader.parse(bytes) }
    }
  }

  /// Code under review can write to the file. Parsing terminates for any contents, and the numbers are in bounds.
  @Test func `damaged files are rejected or read with numbers in bounds`() throws {
    let whole = try sample()
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var outcomes = (read: 0, refused: 0)
    for round in 0..<4000 {
      var bytes = Array(whole.prefix(round % 3 == 0 ? random(whole.count) : whole.count))
      for _ in 0...random(6) where bytes.count > 4 { bytes[4 + random(bytes.count - 4)] = UInt8(random(256)) }
      do {
        let found = try reader.parse(bytes)
        outcomes.read += 1
        #expect(found.allSatisfy { (1...100_000_000).contains($0.line) && (1...100_000_000).contains($0.column) })
      } catch {
        outcomes.refused += 1
      }
    }
    #expect(outcomes.read > 100 && outcomes.refused > 100)
  }

  @Test func `a count that is larger than the file is refused at once`() throws {
    // A block with an abbreviation for a single array of 2^32 characters.
    let bits = "DIAG".utf8.map { $0 } + [UInt8](repeating: 0xff, count: 4096)
    #expect(throws: Bitstream.Malformed.self) { try reader.parse(bits) }
  }
}
