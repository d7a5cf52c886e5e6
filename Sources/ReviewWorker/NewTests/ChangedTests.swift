// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import ReviewContract
import SwiftSource
import SwiftSyntax
package import SystemPackage

/// Finds the declarations of tests in the files of a change, in the sources of the head.
package struct ChangedTests: Sendable {
  /// The processor time for all files together.
  private static let limit = Duration.seconds(20)

  /// The tests that the change adds or edits, ordered by path and line.
  package let tests: [DeclaredTest]
  /// The other tests of the same files.
  package let unchanged: [DeclaredTest]
  /// Notes for the report on files that were not searched.
  package let notes: [String]

  package init(root: FilePath, changes: ChangeSet) {
    let checkout = ContainedDirectory(root)
    let end = ContinuousClock.now + Self.limit
    var (tests, unchanged, notes): ([DeclaredTest], [DeclaredTest], [String]) = ([], [], [])
    for file in changes.files.sorted(by: { $0.path < $1.path }) where Self.canDeclareTests(file) {
      do {
        let bytes = try checkout.bytes(at: file.path, limit: ParsedFile.maximumBytes)
        guard bytes.contains("Test".utf8) || bytes.contains("func test".utf8) else { continue }
        let remaining = min(ContinuousClock.now.duration(to: end), ParsedFile.defaultLimit)
        let source = SourceFile(SourceText(path: file.path, bytes: bytes), parseLimit: remaining)
        for (test, isChanged) in Self.tests(in: try source.parse(), file) {
          if isChanged { tests.append(test) } else { unchanged.append(test) }
        }
      } catch {
        notes.append("tests.new_runs: new or changed tests of \(file.path) were not repeated: \(error)")
      }
    }
    self.tests = tests
    self.unchanged = unchanged
    self.notes = notes
  }

  private static func canDeclareTests(_ file: ChangedFile) -> Bool {
    file.path.hasSuffix(".swift") && file.status != .deleted && !file.hunks.isEmpty
  }

  private static func tests(in parsed: ParsedFile, _ file: ChangedFile) -> [(test: DeclaredTest, isChanged: Bool)] {
    let added = file.hunks.addedLines
    return parsed.nodes(FunctionDeclSyntax.self).compactMap { function in
      let range = parsed.range(of: function)
      let lines =
        parsed.text.lines.line(
          at: range.lowerBound)...parsed.text.lines.line(at: max(range.lowerBound, range.upperBound - 1))
      guard let types = types(around: function) else { return nil }
      let isChanged = file.hunks.contains { $0.changes(lines) }
      let isNew = added.ranges.contains { $0.lowerBound <= lines.lowerBound && lines.upperBound <= $0.upperBound }
      let name = function.name.text
      if isSwiftTesting(function) {
        let labels = function.signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
        let test = DeclaredTest(path: file.path, types: types, name: "\(name)(\(labels))", isNew: isNew)
        return (test, isChanged)
      }
      guard name.hasPrefix("test"), function.signature.parameterClause.parameters.isEmpty, isMethod(function) else {
        return nil
      }
      let isCertain = isInTestCase(function)
      return (DeclaredTest(path: file.path, types: types, name: name, isNew: isNew, isCertain: isCertain), isChanged)
    }
  }

  private static func isSwiftTesting(_ function: FunctionDeclSyntax) -> Bool {
    function.attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return ["Test", "Testing.Test"].contains(attribute.attributeName.trimmedDescription)
    }
  }

  /// Returns whether it could be a method of XCTest: of an instance of a class.
  private static func isMethod(_ function: FunctionDeclSyntax) -> Bool {
    let container = declarations(around: function).first
    let isShared = function.modifiers.contains { ["static", "class", "private"].contains($0.name.text) }
    return !isShared && container.map { $0.is(ClassDeclSyntax.self) || $0.is(ExtensionDeclSyntax.self) } ?? false
  }

  private static func isInTestCase(_ function: FunctionDeclSyntax) -> Bool {
    let inherited = declarations(around: function).first?.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes
    return inherited?.first?.type.trimmedDescription.hasSuffix("XCTestCase") == true
  }

  /// The names of the types around a function, the outermost first; `nil` for one inside another function.
  private static func types(around function: FunctionDeclSyntax) -> [String]? {
    var names: [String] = []
    for node in declarations(around: function) {
      switch node.kind {
      case .extensionDecl:
        let type = node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
        names.insert(contentsOf: type.split(separator: ".").map(String.init), at: 0)
      case .functionDecl, .closureExpr, .accessorDecl, .initializerDecl: return nil
      default:
        guard let named = node.asProtocol((any NamedDeclSyntax).self) else { return nil }
        names.insert(named.name.text, at: 0)
      }
    }
    return names
  }

  private static let kinds: Set<SyntaxKind> = [
    .classDecl, .structDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl, .functionDecl, .closureExpr,
    .accessorDecl, .initializerDecl,
  ]

  /// The declarations around a function, the innermost first.
  private static func declarations(around function: FunctionDeclSyntax) -> [Syntax] {
    sequence(first: Syntax(function)) { $0.parent }.dropFirst().filter { kinds.contains($0.kind) }
  }
}

extension Hunk {
  /// Returns whether it adds, replaces or removes something in a range of lines of the new version.
  fileprivate func changes(_ lines: ClosedRange<Int>) -> Bool {
    guard newCount > 0 else {
      // The lines were removed after this one.
      return newStart >= lines.lowerBound && newStart < lines.upperBound
    }
    return lines.overlaps(newStart...(newStart + newCount - 1))
  }
}
