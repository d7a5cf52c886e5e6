// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import Testing

@testable import Coverage

struct UnlinkedCodeTests {
  @Test func `unlinked code consists of the lines that tests could run`() throws {
    let text = """
      import A
      struct S {
        let a: Int
        var b = 3
        func f(_ x: Int) -> Int {
          // Says why.

          guard x > 0 else {
            return 1
          }
          return [x].map {
            $0 + 1
          }[0]
        }
      }
      enum E { case a }
      print(S(a: 1))

      """
    let lines = UnlinkedCode.lines(in: try SourceFile(path: "main.swift", text: text).parse())
    #expect(lines == [4...4, 8...9, 11...13, 17...17])
  }
}
