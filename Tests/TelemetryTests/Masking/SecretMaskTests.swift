// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Telemetry

struct SecretMaskTests {
  private static let token = "ghp_s3cr+t/v\"al"

  @Test(arguments: [
    ("token ghp_s3cr+t/v\"al end", "token *** end"),
    ("ghp_s3cr+t/v\"alghp_s3cr+t/v\"al", "******"),
    ("?t=ghp_s3cr%2Bt%2Fv%22al&x=1", "?t=***&x=1"),
    ("?t=ghp_s3cr%2bt/v%22al", "?t=***"),
    ("{\"t\":\"ghp_s3cr+t\\/v\\\"al\"}", "{\"t\":\"***\"}"),
    ("ghp_s3cr\\u002bt/v\\u0022al", "***"),
    ("ghp_s3cr+t/v\"a", "ghp_s3cr+t/v\"a"),
    ("%", "%"),
    ("100%zz \\", "100%zz \\"),
  ]) func `hides a secret in every form`(text: String, expected: String) {
    #expect(SecretMask([Self.token]).masked(text) == expected)
  }

  @Test(arguments: ["", "a", "ab", "user:", "x-access-token:"], ["", "b", "bc", "\n"])
  func `hides a secret in base64, wherever it stands`(before: String, after: String) {
    let secret = "tok?n>with~bits"
    let whole = Data((before + secret + after).utf8).base64EncodedString()
    for text in [whole, whole.replacing("+", with: "-").replacing("/", with: "_")] {
      // Digits that hold bits of the secret are gone, and only these.
      let start = (before.utf8.count * 8 + 5) / 6
      let end = ((before + secret).utf8.count * 8 + 5) / 6
      let rest = after.isEmpty ? "" : text.dropFirst(end)
      #expect(SecretMask([secret]).masked("Basic \(text) end") == "Basic \(text.prefix(start))***\(rest) end")
    }
  }

  @Test func `hides the longer of two secrets that begin alike`() {
    #expect(SecretMask(["password", "password-long"]).masked("password-long password") == "*** ***")
  }

  @Test func `leaves short secrets alone`() {
    #expect(SecretMask(["", "1234567"]).masked("1234567") == "1234567")
    #expect(SecretMask(["12345678"]).masked("12345678") == "***")
  }

  @Test func `a key of several lines is found where its line ends are escaped`() {
    #expect(SecretMask(["-----BEGIN\nabc\n-----END\n"]).masked(#"key "-----BEGIN\nabc\n-----END\n""#) == #"key "***""#)
  }

  @Test(arguments: 0...30)
  func `cutting never shows the beginning of a secret`(limit: Int) {
    let secret = "SECRET-TOKEN"
    let (text, isCut) = SecretMask([secret]).masked("begin \(secret) and \(secret)", limit: limit)
    #expect(isCut)
    #expect(!text.contains("S"))
    #expect("begin *** and ***".hasPrefix(text))
  }

  @Test func `cuts between characters`() {
    let mask = SecretMask()
    #expect(mask.masked("aü🦆", limit: 7) == ("aü🦆", false))
    #expect((3...6).map { mask.masked("aü🦆", limit: $0).text } == ["aü", "aü", "aü", "aü"])
    #expect(mask.masked("aü🦆", limit: 2).text == "a")
  }
}
