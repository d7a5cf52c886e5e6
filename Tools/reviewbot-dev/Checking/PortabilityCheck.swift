// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Checks that the package `Lint` can be built on the developers' own systems, of which only one runs the tests.
///
/// A module that exists on Linux only is imported in a `#if` with a branch for `canImport(Darwin)`. Conditions name
/// modules and not systems: `os(macOS)` forgets the others that have the same library.
struct PortabilityCheck {
  private static let folder = "Lint/Sources"
  private static let modulesOfLinux: Set<String> = ["Android", "Glibc", "Musl"]

  /// Returns `PATH: problem`, in the order of the paths.
  func problems(in folder: SourceDirectory) throws -> [String] {
    let paths = folder.files(below: Self.folder, suffix: ".swift")
    guard !paths.isEmpty else { return ["\(Self.folder): has no Swift files to check"] }
    return try paths.flatMap { path in
      let file = try SourceFile(path: path, text: folder.text(path) ?? "").parse()
      return (imports(in: file) + conditions(in: file)).map { "\(path): \($0)" }
    }
  }

  private func imports(in file: ParsedFile) -> [String] {
    file.nodes(ImportDeclSyntax.self).compactMap { declaration in
      guard let module = declaration.path.first?.name.text, Self.modulesOfLinux.contains(module),
        !isBesideDarwin(Syntax(declaration))
      else { return nil }
      return "line \(line(of: declaration, in: file)) imports \(module) without a branch for canImport(Darwin)"
    }
  }

  /// Whether a node is in a `#if` with another branch for Darwin.
  private func isBesideDarwin(_ node: Syntax) -> Bool {
    var next = node.parent
    while let current = next {
      if let block = current.as(IfConfigDeclSyntax.self),
        block.clauses.contains(where: { $0.condition?.trimmedDescription.contains("canImport(Darwin)") == true })
      {
        return true
      }
      next = current.parent
    }
    return false
  }

  private func conditions(in file: ParsedFile) -> [String] {
    file.nodes(IfConfigDeclSyntax.self).flatMap { block in
      block.clauses.compactMap { clause in
        guard let condition = clause.condition?.trimmedDescription, condition.contains(/\bos\(/) else { return nil }
        return "line \(line(of: clause, in: file)) asks for a system, not for a module: \(condition)"
      }
    }
  }

  private func line(of node: some SyntaxProtocol, in file: ParsedFile) -> Int {
    file.line(of: node.positionAfterSkippingLeadingTrivia)
  }
}
