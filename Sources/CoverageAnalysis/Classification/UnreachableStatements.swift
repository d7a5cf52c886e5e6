// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Statements that end the program: no test can run one and go on.
enum UnreachableStatements {
  private static let names: Set<String> = ["fatalError", "preconditionFailure", "assertionFailure"]

  /// Their bytes, in the order of the file.
  static func ranges(in file: ParsedFile) -> [Range<Int>] {
    file.nodes(CodeBlockItemSyntax.self).compactMap { item in
      guard let call = item.item.as(FunctionCallExprSyntax.self), let name = CalledName.of(call),
        names.contains(name) || name.hasPrefix("unreachable")
      else { return nil }
      return file.range(of: call)
    }
  }
}
