// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import SystemPackage

/// The list of built tests.
enum TestList {
  /// Returns the identifiers of the innermost suites, such as `GitWorkspaceTests.DiffTests`, and of tests without one,
  /// in alphabetical order.
  ///
  /// - Parameters:
  ///   - filters: regular expressions; only suites with a test that matches one of them are listed. Empty for all
  ///     suites.
  ///   - skips: regular expressions; tests that match one of them are omitted.
  static func suites(filters: [String], skips: [String]) throws -> [String] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.path.appending("tests")
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? descriptor.close() }
    let child = try PlainChild(
      [TestProcess.program.string, "--testing-library", "swift-testing", "--list-tests"],
      output: .descriptor(descriptor))
    guard child.wait() == 0 else { throw CheckFailure(["the tests cannot be listed"]) }
    let text = try String(contentsOfFile: file.string, encoding: .utf8)
    func matches(_ line: Substring, _ pattern: String) -> Bool {
      line.range(of: pattern, options: .regularExpression) != nil
    }
    let tests = text.split(separator: "\n").filter { line in
      (filters.isEmpty || filters.contains { matches(line, $0) }) && !skips.contains { matches(line, $0) }
    }
    let suites = tests.map { line in
      // `Target.Suite/Inner/test()`, where a name in backticks may contain a slash.
      var inName = false
      let slashes = line.indices.filter { index in
        if line[index] == "`" { inName.toggle() }
        return line[index] == "/" && !inName
      }
      // A test without a suite is run on its own.
      return slashes.last.map { String(line[..<$0]) } ?? String(line)
    }
    return Set(suites).sorted()
  }
}
