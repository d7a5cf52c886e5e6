// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct MultilineFunctionChainsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "multiline_function_chains", summary: "Write all calls of a chain on one line, or each on a line of its own.",
    kind: .style, swiftLint: .optIn,
    triggering: ["a.b()↓.c()\n  .d()", "a\n  .b()↓.c()\n  .d()", "a.b {\n  1\n}↓.c()"],
    nonTriggering: [
      "a.b().c().d()", "a\n  .b()\n  .c()", "a.b()\n  .c()\n  .d()", "a.b().c(\n  1\n)", "a.b.c()\n  .d()",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionCallExprSyntax.self).flatMap { check(ExprSyntax($0), $0.calledExpression, in: file) }
      + file.nodes(SubscriptCallExprSyntax.self).flatMap { check(ExprSyntax($0), $0.calledExpression, in: file) }
  }

  private func check(_ call: ExprSyntax, _ called: ExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let member = called.as(MemberAccessExprSyntax.self), member.base != nil, !isInChain(call) else { return [] }
    let name = file.range(of: called)
    guard file.line(at: name.lowerBound) != file.line(at: name.upperBound) else { return [] }
    let links = ChainLink.all(endingWith: called, in: file)
    // The first call of the chain may follow its receiver.
    guard let first = links.last, links.contains(where: { $0.line != first.line }) else { return [] }
    return links.dropLast().compactMap { link in
      guard let dot = link.dot, !file.hasNewline(link.name) else { return nil }
      return Violation(dot, in: file, "call of a multi-line chain should be on a new line")
    }
  }

  /// Whether the call is the receiver of another.
  private func isInChain(_ call: ExprSyntax) -> Bool {
    var node = Syntax(call)
    while let parent = node.parent {
      switch parent.kind {
      case .functionCallExpr: return parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
      case .subscriptCallExpr: return parent.as(SubscriptCallExprSyntax.self)?.calledExpression.id == node.id
      case .memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr, .genericSpecializationExpr,
        .postfixIfConfigExpr:
        node = parent
      default: return false
      }
    }
    return false
  }
}

/// A call in a chain, without its arguments: `.map` in `a.filter { b }.map { c }`.
private struct ChainLink {
  /// Nil for a call of a function or variable, which is the first.
  let dot: TokenSyntax?
  /// From the end of the call before to the end of the name.
  let name: Range<Int>
  /// The line on which the name ends.
  let line: Int

  /// Returns the calls of a chain, last one first. A call of the result of another, as in `a()()`, has no name.
  static func all(endingWith called: ExprSyntax, in file: ParsedFile) -> [ChainLink] {
    var links: [ChainLink] = []
    var next: ExprSyntax? = called
    while let called = next {
      let receiver = Receiver(of: called)
      let end = called.end
      let name = (receiver.call?.end ?? called.start)..<end
      if receiver.call == nil ? receiver.beginsChain(file.text.bytes[name]) : receiver.dot != nil {
        links.append(ChainLink(dot: receiver.dot, name: name, line: file.line(at: end)))
      }
      next = receiver.called
    }
    return links
  }
}

/// What the call of an expression is a part of.
private struct Receiver {
  /// The last dot of the called expression before which there is no call.
  private(set) var dot: TokenSyntax?
  /// The call before, with its arguments.
  private(set) var call: ExprSyntax?
  /// What that call calls.
  private(set) var called: ExprSyntax?
  /// The expression with which the chain begins, if there is no call before.
  private(set) var root: ExprSyntax?

  init(of called: ExprSyntax) {
    var conditions: [PostfixIfConfigExprSyntax] = []
    var next: ExprSyntax? = called
    while let expression = next {
      switch expression.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let member):
        dot = dot ?? member.period
        next = member.base ?? conditions.popLast()?.base
      case .optionalChainingExpr(let node): next = node.expression
      case .forceUnwrapExpr(let node): next = node.expression
      case .genericSpecializationExpr(let node): next = node.expression
      case .postfixIfConfigExpr(let node):
        // As if the first condition were met.
        guard case .postfixExpression(let branch) = node.config.clauses.first?.elements else {
          next = node.base
          continue
        }
        conditions.append(node)
        next = branch
      case .functionCallExpr(let node):
        (call, self.called) = (expression, node.calledExpression)
        return
      case .subscriptCallExpr(let node):
        (call, self.called) = (expression, node.calledExpression)
        return
      default:
        root = expression
        return
      }
    }
  }

  /// Whether the first call of a chain has a receiver, other than a call in parentheses.
  ///
  /// - Parameter name: the called expression.
  func beginsChain(_ name: ArraySlice<UInt8>) -> Bool {
    name.contains(UInt8(ascii: ".")) && !(root.map { $0.is(TupleExprSyntax.self) && Self.hasCall($0) } ?? false)
  }

  private static func hasCall(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .functionCallExpr, .subscriptCallExpr: true
    case .tupleExpr(let node): node.elements.only.map { hasCall($0.expression) } ?? false
    case .memberAccessExpr(let node): node.base.map(hasCall) ?? false
    case .optionalChainingExpr(let node): hasCall(node.expression)
    case .forceUnwrapExpr(let node): hasCall(node.expression)
    case .tryExpr(let node): hasCall(node.expression)
    case .awaitExpr(let node): hasCall(node.expression)
    case .sequenceExpr(let node): node.elements.contains(where: hasCall)
    case .unresolvedTernaryExpr(let node): hasCall(node.thenExpression)
    default: false
    }
  }
}
