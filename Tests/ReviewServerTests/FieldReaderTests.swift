// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewTesting
import Testing

@testable import ReviewServer

struct FieldReaderTests {
  private func values(_ text: String, _ paths: Set<String>) -> [String: Fields.Value]? {
    // Malformed text has no values.
    try? FieldReader.values(WantedPaths(paths), in: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("{}", [:]), (" {\n\t\"a\" : 1 }\r\n", ["a": .number(1)]), (#"{"a":"x"}"#, ["a": .text("x")]),
      (#"{"a":true,"b":{"c":false}}"#, ["a": .flag(true), "b": .other, "b.c": .flag(false)]), (#"{"a":null}"#, [:]),
      (#"{"a":-9223372036854775808}"#, ["a": .number(.min)]), (#"{"a":9223372036854775808}"#, ["a": .other]),
      (#"{"a":1.5,"b":[]}"#, ["a": .other, "b": .other]), (#"{"a":0.1e+9}"#, ["a": .other]),
      (#"{"a":0}"#, ["a": .number(0)]),
      (#"{"b":[{"c":1}]}"#, ["b": .other]), (#"{"b":"x"}"#, ["b": .text("x")]), (#"{"x":{"a":1}}"#, [:]),
      (#"{"a":"\u0061\n\"\\\/\b\f\r\t\ud83d\ude00é"}"#, ["a": .text("a\n\"\\/\u{8}\u{c}\r\t😀é")]),
      (#"{"\u0061":1}"#, ["a": .number(1)]), (#"{"a":1,"a":2}"#, ["a": .number(2)]), (#"{"a":1,"a":null}"#, [:]),
      (#"{"b":{"c":1},"b":2}"#, ["b": .number(2)]), (#"{"b":{"c":1},"b":{}}"#, ["b": .other]),
      (#"{"a":"\u0000"}"#, ["a": .text("\0")]), (#"{"a":""}"#, ["a": .text("")]),
    ] as [(String, [String: Fields.Value])])
  func `the values at the wanted paths are read`(text: String, values: [String: Fields.Value]) {
    #expect(self.values(text, ["a", "b", "b.c"]) == values)
  }

  @Test(arguments: [
    "", " ", "[]", "1", "\"a\"", "null", "{", "}", "{}{}", "{},", "{}\0", "\u{feff}{}", "{,}", #"{"a"}"#, #"{"a":}"#,
    #"{"a":1,}"#,
    #"{a:1}"#, #"{'a':1}"#, #"{"a":1 "b":2}"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":[}"#, #"{"a":01}"#, #"{"a":+1}"#,
    #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":0x1}"#, #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":True}"#,
    #"{"a":nul"#,
    #"{"a":"x}"#, "{\"a\":\"\n\"}", #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\ud800"}"#,
    #"{"a":"\udc00\ud800"}"#,
    #"{"a":"\ud800\u0061"}"#, #"{"a":"\"#, #"{"a":"\u"#, #"{"a":1}//"#,
  ])
  func `anything but a JSON object is refused`(text: String) {
    #expect(values(text, ["a"]) == nil)
    // The text is validated even when no value is wanted.
    #expect(values(text, []) == nil)
  }

  @Test(
    arguments: [
      [0x80], [0xff], [0xc0, 0x80], [0xc3], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
      [0xf0, 0x9f, 0x98],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `invalid UTF-8 is refused`(bytes: [UInt8]) {
    let body = Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(throws: ScanFault.self) { try FieldReader.values(WantedPaths([]), in: body) }
  }

  @Test(arguments: [(511, true), (512, false), (100_000, false)])
  func `a text that is nested too deeply is rejected`(depth: Int, isRead: Bool) {
    let text = "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    #expect(values(text, ["a"]) == (isRead ? ["a": .other] : nil))
  }

  @Test func `long texts are truncated`() {
    let long = String(repeating: "é", count: 3_000)
    #expect(values("{\"a\":\"\(long)\"}", ["a"]) == ["a": .text(String(repeating: "é", count: 2_048))])
    let escaped = String(repeating: #"\u00e9"#, count: 3_000)
    #expect(values("{\"a\":\"\(escaped)\"}", ["a"]) == ["a": .text(String(repeating: "é", count: 2_048))])
  }

  @Test func `the scanner accepts the same mutated texts as Foundation`() throws {
    let sample = Array(
      #"{"a":[1,-2.5e+3,0.1,true,false,null,{"b":{}}],"ü":"\u00e9\ud83d\ude00\n😀","c":{"d":"e","f":[[],[[]]]},"n":0}"#
        .utf8)
    var random = SeededRandom(seed: 5)
    var valid = 0
    for _ in 0..<20_000 {
      var body = sample
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let index = Int.random(in: 1..<body.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: body[index] = UInt8.random(in: 1...255, using: &random)
        case 1: body.remove(at: index)
        case 2: body.insert(Array("\"{[}]\\,:0e-. ".utf8).randomElement(using: &random) ?? 0, at: index)
        default: body.swapAt(index, Int.random(in: 1..<body.count, using: &random))
        }
      }
      // Unlike JSON, Foundation permits a trailing comma.
      if body.contains(",]".utf8) || body.contains(",}".utf8) { continue }
      let isObject = (try? JSONSerialization.jsonObject(with: Data(body))) is [String: Any]
      let isRead = (try? FieldReader.values(WantedPaths(["a", "c.d", "n"]), in: body)) != nil
      #expect(isRead == isObject, "\(String(decoding: body, as: UTF8.self))")
      if isRead { valid += 1 }
    }
    #expect(valid > 1_000)
  }
}
