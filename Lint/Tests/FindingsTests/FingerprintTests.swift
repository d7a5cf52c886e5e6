// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SeededTesting
import Testing

@testable import Findings

struct FingerprintTests {
  private func make(
    rule: String = "r", path: String = "a.swift", line: String = "let a = b!", occurrence: Int = 0
  ) -> String {
    Fingerprint.make(rule: rule, path: path, lineText: Substring(line), occurrence: occurrence)
  }

  @Test func `a fingerprint stays the same when the line is indented`() {
    #expect(make() == make(line: "    let a = b!"))
    #expect(make().count == 16)
  }

  @Test(arguments: [
    "", "0000000000000000", "00ff00ff00ff00ff", "00FF00FF00FF00FF", "0", "00ff00ff00ff00ff0", "+0ff00ff00ff00ff",
    "zzzzzzzzzzzzzzzz",
  ])
  func `a finding keeps the text of its fingerprint`(text: String) {
    let place = SourceRange(line: 1, column: 1)
    var finding = Finding(rule: "a", severity: .note, path: "b", range: place, message: "c", fingerprint: text)
    #expect(finding.fingerprint == text)
    finding.fingerprint = "1"
    #expect(finding.fingerprint == "1")
  }

  @Test func `fingerprints differ by rule, path, text and occurrence`() {
    let all = [make(), make(rule: "s"), make(path: "b.swift"), make(line: "let a = c!"), make(occurrence: 1)]
    #expect(Set(all).count == all.count)
  }
}

/// The examples of NIST: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
struct SHA256Tests {
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `digests are those of the standard`(text: String, count: Int, digest: String) {
    #expect(Fingerprint.name(of: String(repeating: text, count: count)) == digest)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the parts in which bytes are added do not matter`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    var digest = SHA256()
    var portable = SHA256(withoutInstructions: ())
    portable.update(bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 0...130, using: &random))
      digest.update(Array(part))
      rest = rest.dropFirst(part.count)
    }
    #expect(digest.finalize() == SHA256.hash(bytes))
    #expect(portable.finalize() == SHA256.hash(bytes))
  }
}
