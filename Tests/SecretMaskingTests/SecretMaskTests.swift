// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import SecretMasking

struct SecretMaskTests {
  private static let token = "ghp_s3cr+t/v\"al"

  @Test(arguments: [
    ("token ghp_s3cr+t/v\"al end", "token *** end"),
    ("ghp_s3cr+t/v\"alghp_s3cr+t/v\"al", "******"),
    ("?t=ghp_s3cr%2Bt%2Fv%22al&x=1", "?t=***&x=1"),
    ("?t=ghp_s3cr%2bt/v%22al", "?t=***"),
    ("{\"t\":\"ghp_s3cr+t\\/v\\\"al\"}", "{\"t\":\"***\"}"),
    ("ghp_s3cr\\u002bt/v\\u0022al", "***"),
    ("ghp_s3cr\\+t/v\"al", "***"),
    ("ghp_s3cr&#43;t&#x2F;v&quot;al", "***"),
    ("ghp_s3cr+t/w\"al", "ghp_s3cr+t/w\"al"),
    // Quoted-printable, with and without a soft line break.
    ("ghp_s3cr=2Bt/v=22al", "***"), ("ghp_s3=\ncr+t/v\"al.", "***\n***."), ("=67hp_s3cr+t/v\"al", "***"),
    // Hexadecimal, also as dumps and escapes of C.
    ("6768705f733363722b742f7622616c", "***"), ("id=6768705F733363722B742F7622616C;", "id=***;"),
    ("67:68:70:5f:73:33:63:72:2b:74:2f:76:22:61:6c", "***"), ("6768 705f 7333 6372 2b74 2f76 2261 6c", "***"),
    ("{0x67, 0x68, 0x70, 0x5f, 0x73, 0x33, 0x63, 0x72, 0x2b, 0x74, 0x2f, 0x76, 0x22, 0x61, 0x6c}", "{0x***}"),
    ("\\x67\\x68\\x70\\x5f\\x73\\x33\\x63\\x72\\x2b\\x74\\x2f\\x76\\x22\\x61\\x6c", "***"),
    ("6768705f733363722b\n742f7622616c", "***\n***"),
    // Another byte.
    ("6768705f733363722b742f7722616c", "6768705f733363722b742f7722616c"),
    ("%", "%"), ("=", "="), ("a = 2B", "a = 2B"),
    ("100%zz \\", "100%zz \\"),
  ]) func `a secret is masked in every encoding`(text: String, expected: String) {
    #expect(SecretMask([Self.token]).masked(text) == expected)
  }

  @Test(arguments: ["", "a", "ab", "user:", "x-access-token:"], ["", "b", "bc", "\n"])
  func `a secret in base64 is masked at every position`(before: String, after: String) {
    let secret = "tok?n>with~bits"
    let whole = Data((before + secret + after).utf8).base64EncodedString()
    for text in [whole, whole.replacing("+", with: "-").replacing("/", with: "_")] {
      // Only digits with bits of the secret are removed.
      let start = (before.utf8.count * 8 + 5) / 6
      let end = ((before + secret).utf8.count * 8 + 5) / 6
      let rest = after.isEmpty ? "" : text.dropFirst(end)
      #expect(SecretMask([secret]).masked("Basic \(text) end") == "Basic \(text.prefix(start))***\(rest) end")
    }
  }

  @Test(arguments: [
    // Wrapped, by a terminal, a log or the code that printed it.
    ("a ghp_s3cr\n+t/v\"al b", "a ***\n*** b"),
    ("ghp_s3cr\r\n    +t/v\"al", "***\n***"),
    ("g\nh\np\n_\ns\n3\nc\nr\n+\nt\n/\nv\n\"\na\nl", Array(repeating: "***", count: 15).joined(separator: "\n")),
    ("\"ghp_s3cr\\n\\t+t/v\\\"al\"", "\"***\""),
    ("?t=ghp_s3\ncr%2Bt%2Fv%22al&x=1", "?t=***\n***&x=1"),
    // In base64, wrapped into lines.
    (Data("ghp_s3cr+t/v\"al".utf8).base64EncodedString().inserting("\n", every: 5), "***\n***\n***\n***"),
    // Other white space is not a line break.
    ("ghp_s3cr +t/v\"al", "ghp_s3cr +t/v\"al"),
    ("ghp_s3cr\\t+t/v\"al", "ghp_s3cr\\t+t/v\"al"),
  ]) func `a secret broken over lines is masked, and the lines are kept`(text: String, expected: String) {
    #expect(SecretMask([Self.token]).masked(text) == expected)
  }

  @Test(arguments: [
    // The end of output whose beginning was cut, and the beginning of output that continues elsewhere.
    ("s3cr+t/v\"al and more", "*** and more"), ("more and ghp_s3cr", "more and ***"), ("s3cr\n+t/v\"al.", "***\n***."),
    // Fewer than eight bytes are not treated as a secret.
    ("/v\"al", "/v\"al"), ("more and ghp_s3c", "more and ghp_s3c"),
  ]) func `the rest of a truncated secret is masked`(text: String, expected: String) {
    #expect(SecretMask([Self.token]).masked(text) == expected)
  }

  @Test func `each line of a key is masked`() {
    let lines = (0..<4).map { "MIIEpAIBAAKCAQEA\($0)234567890abcdefghijklmnopqrstuv" }
    let key = "-----BEGIN RSA PRIVATE KEY-----\n\(lines.joined(separator: "\n"))\n-----END RSA PRIVATE KEY-----\n"
    let mask = SecretMask([key])
    #expect(mask.masked("line 2: \(lines[2])!") == "line 2: ***!")
    #expect(mask.masked("inner: \(lines.joined())!") == "inner: ***!")
    #expect(mask.masked("-----BEGIN RSA PRIVATE KEY----- of 4 lines") == "-----BEGIN RSA PRIVATE KEY----- of 4 lines")
    #expect(mask.masked(Data(key.utf8).base64EncodedString()) == "***")
  }

  @Test func `masking a list of lines keeps their number`() {
    let mask = SecretMask(["SECRET-TOKEN"])
    let lines = ["a SECRET", "-TOKEN b", "c", "two\nlines", ""]
    #expect(mask.masked(lines: lines) == ["a ***", "*** b", "c", "two\nlines", ""])
    #expect(mask.masked(lines: []) == [])
    #expect(SecretMask().masked(lines: lines) == lines)
  }

  @Test func `the longer of two secrets with a common beginning is masked`() {
    #expect(SecretMask(["password", "password-long"]).masked("password-long password") == "*** ***")
  }

  @Test func `short secrets are not masked`() {
    #expect(SecretMask(["", "1234567"]).masked("1234567") == "1234567")
    #expect(SecretMask(["12345678"]).masked("12345678") == "***")
    #expect(SecretMask(["", "a", "1234567"]).isEmpty)
  }

  @Test func `a key of several lines with escaped line ends is masked`() {
    #expect(
      SecretMask(["-----BEGIN\nabc\n-----END\n"]).masked(#"key "-----BEGIN\nabc\n-----END\n""#) == #"key "***\n""#)
  }

  @Test(arguments: 0...30)
  func `text cut at a limit never shows the beginning of a secret`(limit: Int) {
    let secret = "SECRET-TOKEN"
    let (text, isCut) = SecretMask([secret]).masked("begin \(secret) and \(secret)", limit: limit)
    #expect(isCut)
    #expect(!text.contains("S"))
    #expect("begin *** and ***".hasPrefix(text))
  }

  @Test func `text is cut between characters`() {
    let mask = SecretMask()
    #expect(mask.masked("aü🦆", limit: 7) == ("aü🦆", false))
    #expect((3...6).map { mask.masked("aü🦆", limit: $0).text } == ["aü", "aü", "aü", "aü"])
    #expect(mask.masked("aü🦆", limit: 2).text == "a")
  }
}

extension String {
  fileprivate func inserting(_ separator: String, every count: Int) -> String {
    var parts: [Substring] = []
    var rest = self[...]
    while !rest.isEmpty {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: separator)
  }
}
