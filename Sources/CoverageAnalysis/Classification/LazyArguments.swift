// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Arguments that are only evaluated when something is wrong or somebody listens: the message of a precondition, the
/// text for a logger that is turned down. That they did not run says nothing about the tests.
enum LazyArguments {
  /// Functions whose first argument is always evaluated, and the rest only on failure.
  private static let checks: Set<String> = ["precondition", "assert"]
  private static let failures: Set<String> = ["preconditionFailure", "assertionFailure", "fatalError"]
  /// Methods of loggers.
  private static let levels: Set<String> = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "log", "fault",
  ]

  /// The bytes of such arguments, in the order of the calls.
  static func ranges(in file: ParsedFile) -> [Range<Int>] {
    file.nodes(FunctionCallExprSyntax.self).compactMap(range)
  }

  private static func range(of call: FunctionCallExprSyntax) -> Range<Int>? {
    guard let open = call.leftParen, let close = call.rightParen else { return nil }
    let end = close.positionAfterSkippingLeadingTrivia.utf8Offset
    let start: AbsolutePosition
    if let method = call.calledExpression.as(MemberAccessExprSyntax.self), method.base != nil,
      levels.contains(method.declName.baseName.text)
    {
      start = open.positionAfterSkippingLeadingTrivia
    } else if let name = CalledName.of(call), failures.contains(name) {
      start = open.positionAfterSkippingLeadingTrivia
    } else if let name = CalledName.of(call), checks.contains(name), let second = call.arguments.dropFirst().first {
      start = second.positionAfterSkippingLeadingTrivia
    } else {
      return nil
    }
    return start.utf8Offset < end ? start.utf8Offset..<end : nil
  }
}

/// The name of a function of the standard library that is called, with or without `Swift.` before it.
enum CalledName {
  static func of(_ call: FunctionCallExprSyntax) -> String? {
    if let function = call.calledExpression.as(DeclReferenceExprSyntax.self) { return function.baseName.text }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
    else { return nil }
    return member.declName.baseName.text
  }
}
