// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Forges

struct CodeVerifierTests {
  /// The example of RFC 7636, appendix B.
  private static let example = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test func `the challenge is that of the RFC's example`() throws {
    let verifier = try #require(CodeVerifier(Self.example))
    #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func `a verifier has 43 characters of base64url and is another one each time`() {
    let verifiers = (0..<100).map { _ in CodeVerifier().reveal() }
    #expect(Set(verifiers).count == 100)
    #expect(verifiers.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil })
  }

  @Test func `a verifier is read again from its text`() throws {
    let verifier = CodeVerifier()
    #expect(CodeVerifier(verifier.reveal()) == verifier)
    let data = try JSONEncoder().encode([verifier])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(verifier.reveal())\"]")
    #expect(try JSONDecoder().decode([CodeVerifier].self, from: data) == [verifier])
  }

  @Test(arguments: [
    "", String(example.dropLast()), example + "a", "+" + example.dropFirst(), "=" + example.dropFirst(),
    "ä" + example.dropFirst(2), "\n" + example.dropFirst(),
  ])
  func `a text that is no verifier is refused`(text: String) throws {
    #expect(CodeVerifier(text) == nil)
    let data = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CodeVerifier].self, from: data) }
  }

  @Test func `a description does not contain the verifier`() throws {
    let verifier = try #require(CodeVerifier(Self.example))
    var dump = ""
    Swift.dump(verifier, to: &dump)
    #expect(![dump, "\(verifier)", String(reflecting: [verifier])].contains { $0.contains(Self.example) })
  }
}
