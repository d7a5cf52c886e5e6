// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import Testing

struct UncheckedFilesTests {
  @Test func `a file has one finding with all reasons`() {
    let files = [
      UncheckedFile(path: "b", reason: "one"), UncheckedFile(path: "a", reason: "two"),
      UncheckedFile(path: "b", reason: "three"), UncheckedFile(path: "b", reason: "one"),
    ]
    let findings = UncheckedFiles.findings(files, .fail)
    #expect(findings.map(\.path) == ["a", "b"])
    #expect(findings.map(\.message) == ["not checked: two", "not checked: one; three"])
    #expect(findings.allSatisfy { $0.severity == .error && $0.isInChange && $0.isShown && !$0.isFromRule })
    #expect(UncheckedFiles.findings(files, .note).map(\.severity) == [.warning, .warning])
  }

  @Test(arguments: [
    (0, nil, 0), (1, "1 file not checked", 1), (200, "200 files not checked", 200),
    (201, "more than 200 files not checked", 201), (5000, "more than 200 files not checked", 201),
  ])
  func `the files are counted, and those over the limit share a finding`(count: Int, summary: String?, findings: Int) {
    let files = (0..<count).map { UncheckedFile(path: "f\($0)", reason: "r") }
    let made = UncheckedFiles.findings(files, .fail)
    #expect(made.count == findings)
    #expect(UncheckedFiles.summary(made) == summary)
    #expect(count <= 200 || made.last?.message == "not checked: \(count - 200) further files")
  }

  @Test func `a path that is too long for a report is shortened`() {
    let path = String(repeating: "x", count: 5000) + ".swift"
    let finding = UncheckedFiles.findings([UncheckedFile(path: path, reason: "r")], .fail).first
    #expect(finding?.path == OmittedFile(path: path, reason: .tooLong, isInChange: true).path)
  }

  @Test(arguments: [
    ("a.swift", true), ("a/b.h", true), ("m.modulemap", true), ("a.cpp", true), (".swift", true), ("a.S", true),
    ("a.SWIFT", false), ("a.swift.txt", false), ("swift", false), ("a.swift/b", false), ("", false), ("a.", false),
  ])
  func `sources are recognized by their exact extension`(path: String, isSource: Bool) {
    #expect(SourceName.isSource(path) == isSource)
  }

  @Test func `the path and the reason of a changed file are sent to another process`() throws {
    let file = ChangedFile(
      path: "a.swift", status: .modified, linkedPath: "b.txt", uncheckedReason: "it is a symbolic link")
    #expect(try JSONDecoder().decode(ChangedFile.self, from: JSONEncoder().encode(file)) == file)
    #expect(file.marking(wasGenerated: true).marking(respaced: [], moved: []).uncheckedReason == file.uncheckedReason)
  }
}
