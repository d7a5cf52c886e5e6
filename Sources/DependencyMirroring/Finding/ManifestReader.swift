// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftParser
import SwiftSource
import SwiftSyntax

/// Finds in a `Package.swift` what it depends on, as far as the text says so. Nothing is run.
struct ManifestReader {
  /// What `.package(…)` says.
  struct Found: Hashable {
    /// `url:`, as text.
    var urls: [String] = []
    /// `path:`, as text.
    var paths: [String] = []
    /// How many of either are computed, so that only running the manifest could tell.
    var computed = 0
  }

  /// A manifest of people's is parsed in milliseconds.
  private static let parseLimit = Duration.seconds(5)
  private static let most = 500

  /// - Returns: nothing found in what cannot be parsed: SwiftPM says what is wrong with it.
  func read(_ text: String) -> Found {
    let file = SourceFile(SourceText(path: "Package.swift", text: text), parseLimit: Self.parseLimit)
    guard let parsed = try? file.parse() else { return Found() }
    var found = Found()
    for call in parsed.nodes(FunctionCallExprSyntax.self).prefix(Self.most * 10) {
      guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
        callee.declName.baseName.text == "package"
      else { continue }
      for argument in call.arguments {
        switch argument.label?.text {
        case "url": Self.add(argument.expression, to: &found.urls, computed: &found.computed)
        case "path": Self.add(argument.expression, to: &found.paths, computed: &found.computed)
        default: break
        }
      }
      if found.urls.count + found.paths.count >= Self.most { break }
    }
    return found
  }

  private static func add(_ expression: ExprSyntax, to texts: inout [String], computed: inout Int) {
    if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      texts.append(text)
    } else {
      computed += 1
    }
  }
}
