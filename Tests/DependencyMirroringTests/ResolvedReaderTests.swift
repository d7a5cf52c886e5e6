// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import DependencyMirroring

struct ResolvedReaderTests {
  private static let revision = "9f0d76544701845ad98716f3f6a774a892152bcb"

  private func read(_ text: String) -> [ResolvedReader.Pin] { ResolvedReader().read(Array(text.utf8)) }

  @Test func `Package.resolved in format 1 is read`() {
    let pins = read(
      """
      {"object": {"pins": [
        {"package": "Shapes", "repositoryURL": "https://git.test/shapes.git",
         "state": {"branch": null, "revision": "\(Self.revision)", "version": "1.0.0"}}
      ]}, "version": 1}
      """)
    #expect(pins == [.init(url: "https://git.test/shapes.git", revision: CommitID(Self.revision))])
  }

  @Test(arguments: ["\"version\": 2", "\"originHash\": \"d41d8c\", \"version\": 3"])
  func `Package.resolved in formats 2 and 3 is read`(rest: String) {
    let pins = read(
      """
      {"pins": [
        {"identity": "shapes", "kind": "remoteSourceControl", "location": "https://git.test/shapes",
         "state": {"revision": "\(Self.revision)", "version": "1.0.0"}},
        {"identity": "local", "kind": "localSourceControl", "location": "/shapes", "state": {"revision": "0"}},
        {"identity": "acme.lines", "kind": "registry", "location": "", "state": {"version": "1.0.0"}}
      ], \(rest)}
      """)
    #expect(pins == [.init(url: "https://git.test/shapes", revision: CommitID(Self.revision))])
  }

  @Test func `invalid pins are left out and the others are read`() {
    let pins = read(
      """
      {"pins": [17, null, {}, {"location": 5}, {"location": "https://git.test/a", "state": "none"},
        {"location": "https://git.test/b", "state": {"revision": "--upload-pack=id"}},
        {"location": "https://git.test/c", "kind": "remoteSourceControl"}], "version": "two"}
      """)
    #expect(pins == [.init(url: "https://git.test/b", revision: nil), .init(url: "https://git.test/c", revision: nil)])
  }

  @Test(arguments: ["", "[]", "null", "{\"pins\": {}}", "{\"object\": []}", String(repeating: "[", count: 10_000)])
  func `a file that is not Package.resolved has no pins`(text: String) {
    #expect(read(text) == [])
  }

  @Test func `at most 1000 pins are read`() {
    let pins = read(
      "{\"pins\": [" + (0..<3000).map { "{\"location\": \"https://git.test/\($0)\"}" }.joined(separator: ",") + "]}")
    #expect(pins.count == 1000)
  }
}
